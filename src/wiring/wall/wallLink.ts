import {type ComponentType, createElement} from 'react'
import {map, type Observable} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {WALL_AUTHORITY} from '../../domain/session/user'
import {connected} from '../../machines/ports'
import type {SessionRef, SessionSnapshot} from '../../machines/session/session'
import {type SessionTold, type WallLinkLogic, wallLinkMachine} from '../../machines/wall/wallLink'
import {backOff} from '../../streams/backOff'
import {WallLinkScreen} from '../../ui/wall/WallLinkScreen'
import {snapshotsOf} from '../session/links'

/** The page of a screen that has a wall link: it signs in by itself, and then shows the wall. */
export function createWallLinkScreen(session: SessionRef): ComponentType {
  const logic = createWallLinkLogic(session)
  return () => createElement(WallLinkScreen, {logic})
}

function createWallLinkLogic(session: SessionRef): WallLinkLogic {
  return connected(wallLinkMachine)({
    actors: {
      session: fromEventObservable(() => toldOf(session)),
      backOff: fromEventObservable(({input}) => backOff(input.tries, Math.random)),
    },
    actions: {
      signIn: (_, token) => session.send({type: 'wallLink.opened', ...token}),
      seek: () => session.send({type: 'session.sought'}),
    },
  })
}

export const toldOf = (session: SessionRef): Observable<SessionTold> => snapshotsOf(session).pipe(map(told))

function told(snapshot: SessionSnapshot): SessionTold {
  const {user, refusal} = snapshot.context
  return {type: 'session.told', place: placeOf(snapshot), id: user?.id ?? null, refusal}
}

function placeOf(snapshot: SessionSnapshot): SessionTold['place'] {
  if (snapshot.matches('signedIn')) return snapshot.context.user?.authority === WALL_AUTHORITY ? 'wall' : 'user'
  if (snapshot.matches({signedOut: 'idle'})) return 'signedOut'
  if (snapshot.matches('unreadable')) return 'unreadable'
  return snapshot.matches('unknown') ? 'unknown' : 'busy'
}
