// A way from this computer to an address, in the terms of the system's settings and PAC scripts.

export type Route =
  | { readonly kind: 'direct' }
  /** `secure` is about the connection to the proxy, and not about what goes through it. */
  | {
      readonly kind: 'proxy';
      readonly secure: boolean;
      readonly host: string;
      readonly port: number;
    };
