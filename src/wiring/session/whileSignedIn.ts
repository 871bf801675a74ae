import type {SessionRef} from '../../machines/session'

/** Starts something when it is first needed in a session, shares it, and stops it with the session. */
export function whileSignedIn<Running extends {stop(): unknown}>(
  session: SessionRef,
  begin: () => Promise<Running>,
): () => Promise<Running> {
  let running: Promise<Running> | undefined
  session.subscribe(snapshot => {
    if (snapshot.matches('signedIn')) return
    running?.then(begun => begun.stop()).catch(() => {})
    running = undefined
  })
  return () => {
    running ??= begin().catch(error => {
      running = undefined
      throw error
    })
    return running
  }
}
