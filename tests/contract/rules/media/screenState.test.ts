import {describe, expect, it} from 'vitest'
import type {PlaylistItem} from '../../../../contract/rules/lists/playlist'
import {
  asOfThen,
  countedKind,
  type ScreenKnown,
  type ScreenReport,
  screenState,
  shownItem,
  urgencyOf,
} from '../../../../contract/rules/media/screenState'
import {HOUR, MINUTE} from '../../../../contract/rules/time/durations'

/** A Wednesday. */
const NOW = Date.parse('2026-01-14T12:00:00Z')
const REPORT: ScreenReport = {
  revision: 7,
  fetching: null,
  ready: 2,
  files: 2,
  playing: 'a',
  free: null,
  clockError: 0,
  zone: 'UTC',
  faults: {},
  since: NOW - MINUTE,
  dark: null,
}
const always = (assetId: string): PlaylistItem => ({assetId, schedule: null})
const inTheNight = (assetId: string): PlaylistItem => ({
  assetId,
  schedule: {from: 22 * 60, until: 2 * 60, days: null, since: null, through: null},
})
const ALIVE = {ts: NOW - MINUTE, arrivedAt: NOW - MINUTE}
const LIST = {version: 7, items: [always('a'), always('b')], savedAt: NOW - HOUR}
const of = (known: Partial<ScreenKnown>) => screenState({heartbeat: ALIVE, report: REPORT, list: LIST, ...known}, NOW)
const reporting = (report: Partial<ScreenReport>, known: Partial<ScreenKnown> = {}) =>
  of({report: {...REPORT, ...report}, ...known})
/** A player from before it said why nothing is shown. */
const OLDER = {playing: null, since: undefined, dark: undefined}

describe('what the public sees on a screen', () => {
  it.each([
    ['plays its list', of({}), {kind: 'playing', item: 'a', since: NOW - MINUTE}],
    ['plays, of an older player', reporting({since: undefined}), {kind: 'playing', item: 'a', since: null}],
    ['plays on a server that counts no versions', of({list: {...LIST, version: null}}), {kind: 'playing'}],
    ['misses a video', reporting({faults: {b: 'Broken.'}}), {kind: 'partly', missing: {b: 'Broken.'}}],
    ['complains of a video that has left its list', reporting({faults: {gone: 'Broken.'}}), {kind: 'playing'}],
    ['plays an older list', of({list: {...LIST, version: 9}}), {kind: 'old', behind: 2, since: NOW - HOUR}],
    [
      'fetches a newer list',
      reporting({fetching: 8, ready: 1, files: 4}, {list: {...LIST, version: 8}}),
      {kind: 'old', behind: 1, fetched: {ready: 1, files: 4}},
    ],
    [
      'shows an emergency, whatever its list says',
      reporting(
        {playing: 'x', faults: {b: '!'}, emergency: {id: 'fire', state: 'shown'}},
        {list: {...LIST, version: 9}},
      ),
      {kind: 'playing', item: 'x'},
    ],
    ['says why it is dark', reporting({playing: null, dark: 'allBroken', since: 5}), {why: 'allBroken', since: 5}],
    [
      'shows its fallback, which is not what was planned',
      reporting({playing: null, dark: 'outsideHours', fallback: 'f', since: 5}),
      {kind: 'dark', why: 'outsideHours', fallback: 'f', since: 5},
    ],
    ['is dark with an empty list', reporting({...OLDER, files: 0}), {kind: 'dark', why: 'nothingAssigned'}],
    ['is dark outside its hours', reporting(OLDER, {list: {...LIST, items: [inTheNight('a')]}}), {why: 'outsideHours'}],
    ['is dark with broken videos', reporting({...OLDER, faults: {a: '!', b: '!'}}), {why: 'allBroken'}],
    ['is dark before its first list', reporting({...OLDER, revision: null, fetching: 7}), {why: 'fetching'}],
    ['is dark without a reason', reporting(OLDER), {kind: 'dark', why: 'unsaid', since: null}],
    [
      'is dark in a zone that does not exist',
      reporting({...OLDER, zone: 'Mars/Phobos'}, {list: {...LIST, items: [inTheNight('a')]}}),
      {why: 'unsaid'},
    ],
    ['is alive and never reports', of({report: null}), {kind: 'mute'}],
    [
      'has been silent for an hour',
      of({heartbeat: {ts: NOW - HOUR, arrivedAt: NOW - HOUR}}),
      {kind: 'silent', last: 'a', since: NOW - HOUR},
    ],
    ['has a report and no heartbeat', of({heartbeat: null}), {kind: 'silent', since: null}],
    ['was never there', of({heartbeat: null, report: null}), {kind: 'new'}],
    ['is not read yet', of({heartbeat: undefined}), {kind: 'unknown', asOf: null, was: null}],
  ])('%s', (_, state, expected) => {
    expect(state).toMatchObject(expected)
  })

  it('is that it plays only where a living screen shows a video of the newest list, and all of them', () => {
    const [alive, silent] = [ALIVE, {ts: NOW - HOUR, arrivedAt: NOW - HOUR}]
    for (const heartbeat of [alive, silent, null, undefined]) {
      for (const playing of ['a', null]) {
        for (const revision of [7, 6, null]) {
          for (const faults of [{}, {a: '!'}, {a: '!', b: '!'}]) {
            for (const items of [LIST.items, [inTheNight('a'), inTheNight('b')], []]) {
              for (const report of [{...REPORT, playing, revision, faults, dark: undefined}, null]) {
                const state = screenState({heartbeat, report, list: {...LIST, items}}, NOW)
                const isWhole = items.every(({assetId}) => !(assetId in faults))
                const isShown = report !== null && playing !== null && revision === 7 && isWhole
                expect(state.kind === 'playing').toBe(heartbeat === alive && isShown)
                expect(asOfThen(state, NOW).kind).toBe('unknown')
              }
            }
          }
        }
      }
    }
  })

  it('stays counted as it was while the link is down, and shows nothing as of now', () => {
    const then = asOfThen(asOfThen(of({}), NOW), NOW + HOUR)
    expect(then).toEqual({kind: 'unknown', asOf: NOW + HOUR, was: of({})})
    expect([countedKind(then), shownItem(then)]).toEqual(['playing', null])
  })

  it('needs a person sooner if it is dark unplanned than if it is silent, partly there, or dark as planned', () => {
    const urgency = [
      reporting({playing: null, dark: 'nothingAssigned'}),
      of({heartbeat: {ts: NOW - HOUR, arrivedAt: NOW - HOUR}}),
      reporting({faults: {b: '!'}}),
      reporting({playing: null, dark: 'outsideHours'}),
      of({report: null}),
      of({heartbeat: null, report: null}),
      of({heartbeat: undefined}),
      of({}),
    ].map(urgencyOf)
    expect(urgency).toEqual([...urgency].sort((one, other) => one - other))
    expect(new Set(urgency).size).toBe(urgency.length)
  })
})
