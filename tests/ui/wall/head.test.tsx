import {render} from '@testing-library/react'
import {NEVER} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, type EventObject, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {NO_LIST, type StoredList} from '../../../contract/rules/lists/storedList'
import {LIVE} from '../../../src/domain/link'
import {NO_KEY_SETTINGS} from '../../../src/domain/telemetry/readings/keySettings'
import {DEFAULT_WALL_VIEW, type WallView} from '../../../src/domain/wall/view'
import {NEW_WALL, type Wall} from '../../../src/domain/wall/walls'
import type {ListOwner} from '../../../src/machines/listAttribute'
import {wallMachine} from '../../../src/machines/wall/wall'
import {wallsMachine} from '../../../src/machines/wall/walls'
import {ApplicationProvider} from '../../../src/ui/kit/application'
import {Head} from '../../../src/ui/wall/Wall'
import {createCalls} from '../../machines/calls'
import {createLiveDevices, NOW} from '../../machines/liveDevices'
import {device} from '../../support/device'
import {USER} from '../../support/user'
import {applicationOf} from '../application'

const silent = <Event extends EventObject, Input>() => fromEventObservable<Event, Input>(() => NEVER)
const LISTED = {...NO_LIST, items: [{...NEW_WALL, name: 'Halls'}], version: 1, exists: true}

/** Returns the texts in the head of a wall with two devices that have sent no value. */
async function headOf(view: Partial<WallView>): Promise<string> {
  const live = createLiveDevices()
  const reads = createCalls<StoredList<Wall>, {owner: ListOwner}>()
  const wall = createActor(
    wallMachine.provide({
      actors: {
        devices: live.logic,
        walls: wallsMachine.provide({
          actors: {
            readList: reads.logic,
            changes: silent(),
          },
        }),
        addressChanges: silent(),
        watching: silent(),
        alarms: silent(),
        loadFacts: fromPromise(() => new Promise(() => {})),
        sparklines: fromCallback(() => {}),
      },
    }),
    {
      input: {
        user: {...USER, organisationId: 'o1'},
        view: {...DEFAULT_WALL_VIEW, ...view},
        zone: 'UTC',
        lateAfter: 90_000,
        now: NOW,
        mayReadCustomers: false,
        stored: {turn: {wall: 0, page: 0}, isPaused: false},
      },
    },
  ).start()
  live.tick()
  live.link(LIVE)
  await live.subscriptions.answer()
  await live.overviews.answer({
    devices: [device('a'), device('b')],
    readings: new Map(),
    settings: NO_KEY_SETTINGS,
    at: NOW,
  })
  await reads.answer(LISTED)
  const {container, unmount} = render(
    <ApplicationProvider value={applicationOf()}>
      <Head wall={wall} />
    </ApplicationProvider>,
  )
  const said = container.textContent
  unmount()
  wall.stop()
  return said
}

it('says how many devices a wall has, and how old its newest value is', async () => {
  expect(await headOf({wall: 'Halls'})).toBe('Halls2 devicesLatest valueno value yet')
})

it('counts nothing on a wall that isn’t found', async () => {
  expect(await headOf({wall: 'Sold'})).toBe('Wall')
})
