// Says why the service is not reached, if it is no mere outage and waiting alone will not end it.
import type { TillState } from '../../src-main/contract/till-state.ts';
import type { AppError } from '../../src-main/contract/errors.ts';

export function connectionTrouble({
  connection,
  connectionError,
}: Pick<TillState, 'connection' | 'connectionError'>): AppError | null {
  return connection === 'offline' && connectionError && needsAPerson(connectionError)
    ? connectionError
    : null;
}

function needsAPerson(error: AppError): boolean {
  switch (error.code) {
    case 'not_the_service':
      return true;
    case 'service_unreachable':
      return error.reason === 'insecure' || error.reason.startsWith('proxy_');
    default:
      return false;
  }
}
