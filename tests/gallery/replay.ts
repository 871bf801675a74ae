import type {ReplayFacts} from '../../src/domain/moment'
import {type PlaybackEvent, replayMachine} from '../../src/machines/replay/replay'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, says} from './given'
import type {Parts} from './parts'
import {manyDevices} from './wallWorld'
import {ago, NOC_ADMIN, NOW, PLANT_ADMIN} from './world'

const THEN = new Date(ago(55)).toISOString()
const stands = `/dashboard?at=${THEN}`
const plays = `${stands}&rate=60`

const entry = (
  name: string,
  at: string,
  shown: readonly Shown[],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
  user = PLANT_ADMIN,
): Entry => ({
  name,
  at,
  shows: shown,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(user)}}),
    ...given(parts),
  }),
})

const withFacts = (facts: ReplayFacts) => (parts: Parts) => ({
  replay: parts.replay.provide({actors: {loadFacts: answers(facts)}}),
})
const withPlayback =
  (event: PlaybackEvent) =>
  ({replay}: Parts) => ({replay: replay.provide({actors: {playback: says(event)}})})

const known = shows(replayMachine, 'on.shown.facts.known', 'on.shown.hand.free')
const many = (parts: Parts) => ({devices: manyDevices(parts.devices)})

/** The past on the screens that have one. */
export const replay: readonly Entry[] = [
  entry('paused', stands, [...known, ...shows(replayMachine, 'on.shown.progress.paused')]),
  entry('alarms', `/alarms?at=${THEN}`, [...known, ...shows(replayMachine, 'on.shown.progress.paused')]),
  entry('wall', stands, known, many, NOC_ADMIN),
  entry('kiosk', `${stands}&kiosk=1`, known, many, NOC_ADMIN),
  entry('playing', plays, [...known, ...shows(replayMachine, 'on.shown.progress.playing.running')]),
  entry(
    'waiting',
    plays,
    shows(replayMachine, 'on.shown.progress.playing.waiting'),
    withPlayback({type: 'history.awaited'}),
  ),
  entry(
    'missed',
    plays,
    shows(replayMachine, 'on.shown.progress.playing.missed'),
    withPlayback({type: 'history.missed', error: BROKEN}),
  ),
  entry('ended', plays, shows(replayMachine, 'on.shown.progress.ended'), withPlayback({type: 'present.reached'})),
  {
    ...entry('held', stands, shows(replayMachine, 'on.shown.hand.holding')),
    steps: [...known, ...tell(replayMachine, {type: 'slider.moved', at: ago(200)})],
  },
  entry('before-all', stands, known, withFacts({oldestAt: ago(5), marks: []})),
  entry('nothing-kept', stands, known, withFacts({oldestAt: null, marks: []})),
  entry('facts-loading', stands, shows(replayMachine, 'on.shown.facts.loading'), ({replay}) => ({
    replay: replay.provide({actors: {loadFacts: answers()}}),
  })),
  entry('facts-missed', stands, shows(replayMachine, 'on.shown.facts.missed'), ({replay}) => ({
    replay: replay.provide({actors: {loadFacts: answers(BROKEN)}}),
  })),
  entry('asking', stands, shows(replayMachine, 'on.deciding'), ({link}) => ({
    link: link.provide({actors: {probeOffer: answers()}}),
  })),
  entry('unreadable', '/dashboard?at=yesterday', shows(replayMachine, 'on.unreadable')),
  entry('ahead', `/dashboard?at=${new Date(NOW + 60_000).toISOString()}`, shows(replayMachine, 'on.ahead')),
  entry('not-offered', stands, shows(replayMachine, 'on.notOffered'), ({link}) => ({
    link: link.provide({actors: {probeOffer: answers('specified' as const)}}),
  })),
]
