import {waitFor} from 'xstate'
import {type LandingRoute, landingRoute} from '../../domain/session/landing'
import type {SessionRef} from '../../machines/session/session'

/** Reads the user again, and returns the page that `/` leads to. */
export async function land(session: SessionRef): Promise<LandingRoute> {
  session.send({type: 'user.wanted'})
  const {context} = await waitFor(session, snapshot => !snapshot.hasTag('userBeingRead'))
  return landingRoute(context.user?.authority)
}
