import type {EventFromLogic} from 'xstate'
import type {CurrentUser} from '../../src/domain/user'
import {kioskMachine} from '../../src/machines/wall/kiosk'
import {wallMachine} from '../../src/machines/wall/wall'
import {wallLinkMachine} from '../../src/machines/wall/wallLink'
import {wallLinksMachine} from '../../src/machines/wall/wallLinks'
import {type Entry, shows, tell} from './entry'
import {type Answer, AWAY, answers, BROKEN, NOBODY, PENDING, refusal} from './given'
import type {Parts} from './parts'
import {LINKS_LOADED, manyDevices} from './wallWorld'
import {ago, NOC_ADMIN, NOW} from './world'

const LINK = '/wall#token=l1.secret'
const SCREEN: CurrentUser = {...NOC_ADMIN, id: 'l1', email: '', name: 'Control room', authority: 'WALL'}

/** The page of a screen with a wall link. */
const link = (name: string, states: readonly string[], given: (parts: Parts) => Partial<Parts>, more = {}): Entry => ({
  name: `link-${name}`,
  at: LINK,
  shows: shows(wallLinkMachine, ...states),
  given,
  ...more,
})

const signingIn = (answer: Answer<CurrentUser>) => (parts: Parts) => ({
  session: parts.session.provide({actors: {loadCurrentUser: answers(NOBODY), signIn: answers(answer)}}),
})
const signedIn = (user: CurrentUser) => (parts: Parts) => ({
  session: parts.session.provide({actors: {loadCurrentUser: answers(user)}}),
  devices: manyDevices(parts.devices),
})

const loaded = shows(wallMachine, 'devices.loaded', 'facts.read', 'charts.fetching')

/** A wall that nobody looks after. */
const alone = (
  name: string,
  states: readonly string[],
  steps: readonly Parameters<typeof tell<typeof kioskMachine>>[1][] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name: `kiosk-${name}`,
  at: LINK,
  steps: [...loaded, ...tell(kioskMachine, ...steps)],
  shows: shows(kioskMachine, ...states),
  given: parts => ({...signedIn(SCREEN)(parts), ...given(parts)}),
})

const ILL = [0, 1, 2, 3].map(beat => ({
  type: 'pulse.felt' as const,
  pulse: {at: beat * 10_000, heap: 0.9, hasFrame: true, shown: NOW + beat * 10_000},
}))
const OLD = {type: 'page.outdated', why: 'version'} as const
const reloadedJustNow: Pick<Parts, 'reloads'> = {reloads: [{at: ago(2), why: 'heap'}]}
const fetching = ({kiosk}: Parts, ...given: readonly Answer<undefined>[]) => ({
  kiosk: kiosk.provide({actors: {fetchPage: answers(...given)}}),
})

/** The links that an admin sees beside the wall. */
const linksOf = (
  name: string,
  states: readonly string[],
  steps: readonly EventFromLogic<typeof wallLinksMachine>[] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: '/dashboard',
  shows: [...shows(wallMachine, 'editor.links'), ...shows(wallLinksMachine, ...states)],
  steps: [...loaded, ...tell(wallMachine, {type: 'links.opened'}), ...tell(wallLinksMachine, ...steps)],
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(NOC_ADMIN)}}),
    ...given(parts),
  }),
})
const ISSUE = {type: 'issue.requested', request: {wall: 'All halls', name: 'Canteen'}} as const
const REVOKE = LINKS_LOADED.secrets.slice(0, 1).map(secret => ({type: 'revocation.requested' as const, secret}))

/** A screen with a wall link, and a wall without hands. */
export const kiosk: readonly Entry[] = [
  link('reading', ['looking.unanswered'], ({session}) => ({
    session: session.provide({actors: {loadCurrentUser: answers()}}),
  })),
  link('unreadable', ['looking.unreachable'], ({session}) => ({
    session: session.provide({actors: {loadCurrentUser: answers(BROKEN)}}),
  })),
  link('missing', ['tokenMissing'], signingIn(SCREEN), {at: '/wall'}),
  link('signing-in', ['signingIn'], signingIn(PENDING)),
  link('unreachable', ['waiting'], signingIn(AWAY)),
  link('revoked', ['refused.revoked'], signingIn(refusal(410, 'This wall link was revoked.'))),
  link('unknown', ['refused.unknown'], signingIn(refusal(401, 'This is not a wall link.'))),
  link('asking', ['asking'], signedIn(NOC_ADMIN)),
  linksOf('links', ['shown']),
  linksOf('links-loading', ['loading'], [], ({wallLinks}) => ({
    wallLinks: wallLinks.provide({actors: {load: answers()}}),
  })),
  linksOf('links-failed', ['failed'], [], ({wallLinks}) => ({
    wallLinks: wallLinks.provide({actors: {load: answers(AWAY)}}),
  })),
  linksOf('links-none', ['shown'], [], ({wallLinks}) => ({
    wallLinks: wallLinks.provide({actors: {load: answers({secrets: [], choices: []})}}),
  })),
  linksOf('links-issuing', ['issuing'], [ISSUE], ({wallLinks}) => ({
    wallLinks: wallLinks.provide({actors: {issue: answers()}}),
  })),
  linksOf('links-issued', ['shown'], [ISSUE]),
  linksOf('links-revoking', ['revoking.asking'], REVOKE),
  linksOf('links-revoking-sent', ['revoking.sending'], [...REVOKE, {type: 'revocation.confirmed'}], ({wallLinks}) => ({
    wallLinks: wallLinks.provide({actors: {revoke: answers()}}),
  })),
  {
    ...alone('well', []),
    shows: [...shows(wallLinkMachine, 'open'), ...shows(kioskMachine, 'page.well', 'time.steady')],
  },
  alone('catching-up', ['time.catchingUp'], [{type: 'clock.checked', at: NOW, ahead: 0, hasJumped: true}]),
  alone('clock-wrong', ['page.well'], [{type: 'clock.checked', at: NOW, ahead: 3 * 3_600_000, hasJumped: false}]),
  alone('renewing', ['page.well'], [{type: 'access.changed', access: 'renewing'}]),
  alone('reloaded', ['page.well'], [], () => reloadedJustNow),
  alone('ill', ['page.ill'], ILL, () => reloadedJustNow),
  alone('ill-fetching', ['page.fetching'], ILL, parts => fetching(parts, PENDING)),
  alone('old-watched', ['page.old.busy'], [{type: 'watching.changed', isWatched: true}, OLD]),
  alone('old', ['page.old.calm'], [OLD]),
  alone('reloading', ['page.reloading'], ILL, parts => fetching(parts, undefined)),
]
