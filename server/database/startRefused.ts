/** The server can't start for a reason that the operator can correct. Only the message is shown, without the stack. */
export class StartRefused extends Error {}
