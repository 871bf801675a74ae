import {hostname} from 'node:os'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {FERRY_LINES, QUAYSIDE_COLD_STORES} from './customers'
import {FERNBROOK_FARMS, HARBOUR_WORKS, LUMEN_MEDIA, NORTHGATE_NOC} from './organisations'
import {
  accessSwitch,
  airSensor,
  coldRoom,
  crane,
  type Profile,
  powerSupply,
  pump,
  router,
  screen,
  soilProbe,
} from './profiles'
import {isChosen} from './signals'

/** A steady device always sends, a flaky one pauses for some minutes now and then, a silent one stopped hours ago. */
export type Presence = 'steady' | 'flaky' | 'silent'

export interface DemoDevice {
  /** Stored in `additional_info.demo` of the device, so that the demo finds a device that was renamed. */
  key: string
  name: string
  type: string
  label: string
  organisationId: string
  customerId: string | null
  /** Undefined for this machine, whose values are measured. */
  profile: Profile | undefined
  presence: Presence
  /** One of the many that fill a wall sends less often than others, and has the history of some hours only. */
  isOneOfMany: boolean
}

export const THIS_MACHINE = 'this-machine'
/** The same machine as a device of the NOC, which has devices of its own only. */
export const THIS_MACHINE_IN_NOC = 'this-machine-in-noc'

export function demoDevices(): DemoDevice[] {
  // The last ones come behind all others, so that those keep their seeds.
  return [...harbourWorks(), ...northgateNoc(), ...lumenMedia(), ...fernbrookFarms(), ...northgateFleet()]
}

const AWAY = 12 * MINUTE

/** Whether a flaky device pauses at this time. */
export function isAway(seed: number, ts: EpochMs): boolean {
  return isChosen(seed + 900, ts, AWAY, 18)
}

type Details = Partial<Pick<DemoDevice, 'customerId' | 'presence' | 'isOneOfMany'>>

const describe =
  (organisationId: string) =>
  (name: string, type: string, label: string, profile: Profile | undefined, details: Details = {}): DemoDevice => ({
    key: name.toLowerCase().replaceAll(' ', '-'),
    name,
    type,
    label,
    organisationId,
    customerId: null,
    profile,
    presence: 'steady',
    isOneOfMany: false,
    ...details,
  })

function harbourWorks(): DemoDevice[] {
  const device = describe(HARBOUR_WORKS)
  const quayside = {customerId: QUAYSIDE_COLD_STORES}
  return [
    {...device(hostname(), 'server', 'This machine', undefined), key: THIS_MACHINE},
    device('Bilge pump 1', 'pump', 'Dock A', pump),
    device('Bilge pump 2', 'pump', 'Dock A', pump, {presence: 'flaky'}),
    device('Intake pump', 'pump', 'Pump house', pump),
    device('Gantry crane North', 'crane', 'Quay 1', crane),
    device('Gantry crane South', 'crane', 'Quay 2', crane, {presence: 'flaky'}),
    device('Workshop air', 'air sensor', 'Workshop', airSensor),
    device('Boiler room air', 'air sensor', 'Boiler room', airSensor),
    device('Slipway winch pump', 'pump', 'Slipway', pump, {presence: 'silent'}),
    device('Cold room 1', 'cold room', 'Quayside', coldRoom, quayside),
    device('Cold room 2', 'cold room', 'Quayside', coldRoom, quayside),
    device('Cold room 3', 'cold room', 'Quayside', coldRoom, {...quayside, presence: 'flaky'}),
    device('Cold store air', 'air sensor', 'Quayside', airSensor, quayside),
  ]
}

const SITES = ['Amsterdam', 'Berlin', 'Cork', 'Dublin', 'Espoo', 'Fulham', 'Ghent', 'Hull']

function northgateNoc(): DemoDevice[] {
  const device = describe(NORTHGATE_NOC)
  return SITES.flatMap((site, index) => [
    device(`${site} core router`, 'router', site, router),
    device(`${site} edge router`, 'router', site, router, {presence: index % 3 === 1 ? 'flaky' : 'steady'}),
    device(`${site} switch 1`, 'switch', site, accessSwitch),
    device(`${site} switch 2`, 'switch', site, accessSwitch, {presence: index === 5 ? 'silent' : 'steady'}),
    device(`${site} power`, 'power supply', site, powerSupply),
  ])
}

const FURTHER_SITES = [
  ...['Ipswich', 'Jena', 'Kiel', 'Leeds', 'Malmö', 'Namur', 'Oslo', 'Porto', 'Quimper', 'Riga'],
  ...['Seville', 'Turin', 'Utrecht', 'Vienna', 'Warsaw', 'Ystad', 'Zurich'],
]

/** Two hundred of the devices of the NOC, and this machine. */
function northgateFleet(): DemoDevice[] {
  const device = describe(NORTHGATE_NOC)
  const many = (presence: Presence = 'steady') => ({presence, isOneOfMany: true})
  return [
    {...device(hostname(), 'server', 'This machine', undefined), key: THIS_MACHINE_IN_NOC},
    ...SITES.flatMap(site => [
      device(`${site} switch 3`, 'switch', site, accessSwitch, many()),
      device(`${site} switch 4`, 'switch', site, accessSwitch, many()),
      device(`${site} room air`, 'air sensor', site, airSensor, many()),
    ]),
    ...FURTHER_SITES.flatMap((site, index) => [
      device(`${site} core router`, 'router', site, router, many()),
      device(`${site} edge router`, 'router', site, router, many(index % 6 === 4 ? 'flaky' : 'steady')),
      ...[1, 2, 3, 4].map(nth =>
        device(
          `${site} switch ${nth}`,
          'switch',
          site,
          accessSwitch,
          many(index === 9 && nth === 3 ? 'silent' : 'steady'),
        ),
      ),
      device(`${site} power`, 'power supply', site, powerSupply, many()),
      device(`${site} room air`, 'air sensor', site, airSensor, many()),
    ]),
  ]
}

function lumenMedia(): DemoDevice[] {
  const device = describe(LUMEN_MEDIA)
  const places = [
    'Arcade',
    'Atrium',
    'Cinema foyer',
    'Ferry terminal',
    'Library',
    'Market hall',
    'Station',
    'Town hall',
  ]
  return places.map((place, index) =>
    device(`${place} screen`, 'screen', place, screen, {
      presence: index === 2 ? 'silent' : index === 3 ? 'flaky' : 'steady',
      customerId: place === 'Ferry terminal' ? FERRY_LINES : null,
    }),
  )
}

function fernbrookFarms(): DemoDevice[] {
  const device = describe(FERNBROOK_FARMS)
  return [
    device('Glasshouse East', 'soil probe', 'Tomatoes', soilProbe),
    device('Glasshouse West', 'soil probe', 'Peppers', soilProbe),
    device('Orchard', 'soil probe', 'Apples', soilProbe, {presence: 'flaky'}),
    device('Top paddock', 'soil probe', 'Grass', soilProbe),
  ]
}
