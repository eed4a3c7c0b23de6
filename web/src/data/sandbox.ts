/** The network of Belfry itself, which needs no account. The app offers it to newcomers. */
export const SANDBOX = 'sandbox';
