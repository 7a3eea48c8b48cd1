// A way from this computer to an address, as the system's settings and PAC scripts name them.

export type Route =
  | { readonly kind: 'direct' }
  /** How the proxy itself is spoken to; what goes through it is encrypted or not as without it. */
  | {
      readonly kind: 'proxy';
      readonly secure: boolean;
      readonly host: string;
      readonly port: number;
    };
