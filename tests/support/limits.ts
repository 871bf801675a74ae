/**
 * The server waits for its database as many times as long as usual, so that it does not give up only because the machine is busy.
 * A test of such a limit takes the usual one.
 */
export const DATABASE_PATIENCE = 20
