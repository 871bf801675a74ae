/** The server can't start for a reason its operator can mend. The message says it all, so it is shown without a stack. */
export class StartRefused extends Error {}
