import {type ComponentType, createElement} from 'react'
import {map, type Observable} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {WALL_AUTHORITY} from '../../domain/user'
import {connected} from '../../machines/ports'
import type {SessionRef, SessionSnapshot} from '../../machines/session'
import {type SessionChanged, type WallLinkLogic, wallLinkMachine} from '../../machines/wall/wallLink'
import {backOff} from '../../streams/backOff'
import {WallLinkScreen} from '../../ui/wall/WallLinkScreen'
import {snapshotsOf} from '../links'

/** The page of a screen that has a wall link: it signs in by itself, and then shows the wall. */
export function createWallLinkScreen(session: SessionRef): ComponentType {
  const logic = createWallLinkLogic(session)
  return () => createElement(WallLinkScreen, {logic})
}

function createWallLinkLogic(session: SessionRef): WallLinkLogic {
  return connected(wallLinkMachine)({
    actors: {
      session: fromEventObservable(() => sessionChangesOf(session)),
      backOff: fromEventObservable(({input}) => backOff(input.tries, Math.random)),
    },
    actions: {
      signIn: (_, token) => session.send({type: 'wallLink.opened', ...token}),
      seek: () => session.send({type: 'session.sought'}),
    },
  })
}

export const sessionChangesOf = (session: SessionRef): Observable<SessionChanged> =>
  snapshotsOf(session).pipe(map(sessionChange))

function sessionChange(snapshot: SessionSnapshot): SessionChanged {
  const {user, refusal} = snapshot.context
  return {type: 'session.changed', place: placeOf(snapshot), id: user?.id ?? null, refusal}
}

function placeOf(snapshot: SessionSnapshot): SessionChanged['place'] {
  if (snapshot.matches('signedIn')) return snapshot.context.user?.authority === WALL_AUTHORITY ? 'wall' : 'user'
  if (snapshot.matches({signedOut: 'idle'})) return 'signedOut'
  if (snapshot.matches('unreadable')) return 'unreadable'
  return snapshot.matches('unknown') ? 'unknown' : 'busy'
}
