import {WALL_TEMPLATES} from '../../contract/rules/lists/wallTemplates'
import type {Facts} from '../../src/domain/wall/facts/facts'
import {standardOverview} from '../../src/domain/wall/overview'
import type {DevicePlaces} from '../../src/domain/wall/places/placed'
import type {Wall} from '../../src/domain/wall/walls'
import {linkMachine} from '../../src/machines/link'
import {composeMachine} from '../../src/machines/wall/compose'
import {devicePlacesMachine} from '../../src/machines/wall/devicePlaces'
import {type PanelBands, panelBandsMachine} from '../../src/machines/wall/panelBands'
import {panelFactsMachine} from '../../src/machines/wall/panelFacts'
import {panelSeriesMachine} from '../../src/machines/wall/panelSeries'
import {wallMachine} from '../../src/machines/wall/wall'
import {type Entry, type Shown, shows, tell} from './entry'
import {type Answer, answers, BROKEN, PENDING, says, UNKNOWN_SERVER} from './given'
import {ODD, oddPlant, TINY} from './oddWorld'
import {
  answeringPlant,
  COMPOSED,
  CROWDED,
  composedPlant,
  FACTS_WALL,
  factsOf,
  GAUGES,
  INDICATORS,
  LIMITED,
  labelledPlant,
  mappedPlant,
  measuredPlant,
  REPEATED,
  REPEATED_SMALL,
  templatePlant,
  WITHOUT_PANELS,
} from './panelsWorld'
import type {Parts} from './parts'
import {NOC_ADMIN, NOW} from './world'

const WALL = '/dashboard'
/** A screen of a hall. */
const FAR = {diagonal: 55, distance: 3}

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: (parts: Parts) => Partial<Parts> = composedPlant(COMPOSED),
): Entry => ({
  name,
  at: WALL,
  steps,
  shows: shown,
  given: parts => {
    const session = parts.session.provide({actors: {loadCurrentUser: answers(NOC_ADMIN)}})
    return {session, ...given(parts)}
  },
})

const loaded = [
  ...shows(wallMachine, 'devices.loaded', 'facts.read', 'charts.fetching'),
  ...shows(panelSeriesMachine, 'loaded.current'),
]
const reading = (change: (parts: Parts) => Partial<Parts>) => (parts: Parts) => {
  const given = composedPlant(COMPOSED)(parts)
  return {...given, ...change({...parts, ...given})}
}
const composing = [...loaded, ...tell(wallMachine, {type: 'composing.began'})]
const selecting = [...composing, ...tell(composeMachine, {type: 'panel.selected', id: 'g'})]
const refresh = [...loaded, ...tell(panelSeriesMachine, {type: 'refresh.requested'})]

const measured = (change: (parts: Parts) => Partial<Parts>) => (parts: Parts) => {
  const given = measuredPlant(INDICATORS)(parts)
  return {...given, ...change({...parts, ...given})}
}

function bandStates(): Entry[] {
  const bands = (...given: readonly Answer<PanelBands>[]) =>
    measured(({panelBands}) => ({panelBands: panelBands.provide({actors: {load: answers(...given)}})}))
  const known: PanelBands = new Map()
  const again = [...shows(panelBandsMachine, 'loaded.current'), ...tell(panelBandsMachine, {type: 'refresh.requested'})]
  return [
    entry(
      'bands-awaiting',
      shows(panelBandsMachine, 'awaitingServer'),
      [...shows(panelBandsMachine, 'failed'), ...tell(panelBandsMachine, ...UNKNOWN_SERVER)],
      bands(BROKEN),
    ),
    entry('bands-loading', shows(panelBandsMachine, 'loading'), [], bands()),
    entry('bands-failed', shows(panelBandsMachine, 'failed'), [], bands(BROKEN)),
    entry('bands-refreshing', shows(panelBandsMachine, 'loaded.refreshing'), again, bands(known, PENDING)),
    entry('bands-missed', shows(panelBandsMachine, 'loaded.missed'), again, bands(known, BROKEN)),
  ]
}

function placeStates(): Entry[] {
  const mapped = (change: (parts: Parts) => Partial<Parts>) => (parts: Parts) => {
    const given = mappedPlant(parts)
    return {...given, ...change({...parts, ...given})}
  }
  const places = (...given: readonly Answer<DevicePlaces>[]) =>
    mapped(({devicePlaces}) => ({devicePlaces: devicePlaces.provide({actors: {load: answers(...given)}})}))
  const known: DevicePlaces = new Map()
  const current = shows(devicePlacesMachine, 'loaded.current')
  const again = [...current, ...tell(devicePlacesMachine, {type: 'refresh.requested'})]
  return [
    entry(
      'map-awaiting',
      shows(devicePlacesMachine, 'awaitingServer'),
      [...shows(devicePlacesMachine, 'failed'), ...tell(devicePlacesMachine, ...UNKNOWN_SERVER)],
      places(BROKEN),
    ),
    entry('map-loading', shows(devicePlacesMachine, 'loading'), [], places()),
    entry('map-failed', shows(devicePlacesMachine, 'failed'), [], places(BROKEN)),
    entry(
      'map-refreshing',
      shows(devicePlacesMachine, 'loaded.refreshing'),
      again,
      places(known, known, known, known, known, known, PENDING),
    ),
    entry(
      'map-missed',
      shows(devicePlacesMachine, 'loaded.missed'),
      again,
      places(known, known, known, known, known, known, BROKEN),
    ),
  ]
}

/** Panels with a copy for each label: eight labels, a label each, and none. */
function copies(): Entry[] {
  const shown = (name: string, given: (parts: Parts) => Partial<Parts>): Entry => ({
    ...entry(name, shows(wallMachine, 'devices.loaded', 'facts.read'), [], given),
    at: `${WALL}?kiosk=1`,
    isOfScreen: true,
  })
  return [
    shown('repeated', measuredPlant(REPEATED)),
    shown(
      'repeated-a-label-each',
      labelledPlant(REPEATED_SMALL, 200, at => `Compartment ${at + 1}`),
    ),
    {
      ...shown(
        'repeated-without-labels',
        labelledPlant(REPEATED_SMALL, 60, () => null),
      ),
      until: 'No device of this panel has a label.',
    },
    entry(
      'composing-repeated',
      shows(composeMachine, 'composing'),
      [
        ...shows(wallMachine, 'devices.loaded'),
        ...tell(wallMachine, {type: 'composing.began'}),
        ...tell(composeMachine, {type: 'panel.selected', id: 'b'}),
      ],
      measuredPlant(REPEATED),
    ),
  ]
}

/** Names and values as bad as they come, in panels of any size. */
function odd(): Entry[] {
  const shown = (name: string, wall: Wall): Entry => ({
    ...entry(name, shows(wallMachine, 'devices.loaded', 'facts.read'), [], oddPlant(wall)),
    at: `${WALL}?kiosk=1`,
    isOfScreen: true,
  })
  return [shown('odd', ODD), shown('odd-wide', {...ODD, shape: '21:9'}), shown('tiny', TINY)]
}

/** Each template on a screen without anything else, and one with few devices, many, and upright. */
function templates(): Entry[] {
  const shown = (name: string, given: (parts: Parts) => Partial<Parts>): Entry => ({
    ...entry(name, shows(wallMachine, 'devices.loaded', 'facts.read'), [], given),
    at: `${WALL}?kiosk=1`,
    isOfScreen: true,
  })
  return [
    ...WALL_TEMPLATES.map(template => shown(`template-${template}`, templatePlant(template, 60))),
    shown('template-noc-of-few', templatePlant('noc', 8)),
    shown('template-noc-of-many', templatePlant('noc', 600)),
    {
      ...entry(
        'composing-upright',
        shows(composeMachine, 'composing'),
        [...shows(wallMachine, 'devices.loaded'), ...tell(wallMachine, {type: 'composing.began'})],
        templatePlant('noc', 60, {shape: '9:16'}),
      ),
    },
    {
      ...entry(
        'composing-pages',
        shows(composeMachine, 'composing'),
        [
          ...shows(wallMachine, 'devices.loaded'),
          ...tell(wallMachine, {type: 'composing.began'}),
          ...tell(composeMachine, {type: 'panel.added', kind: 'chart'}),
        ],
        templatePlant('plant', 60, {hasPages: true}),
      ),
    },
  ]
}

const EMPTY = {found: new Map(), span: '24h'} as const

const answered = [...shows(wallMachine, 'devices.loaded', 'facts.read'), ...shows(panelFactsMachine, 'loaded.current')]
const answering =
  (...given: readonly Answer<Facts>[]) =>
  (parts: Parts): Partial<Parts> => ({
    ...answeringPlant()(parts),
    panelFacts: parts.panelFacts.provide({actors: {load: answers(...given)}}),
  })
const UNUSUAL = factsOf({kind: 'unusual'})
const refreshFacts = [...answered, ...tell(panelFactsMachine, {type: 'refresh.requested'})]

/** Walls that are composed of panels. */
export const panels: readonly Entry[] = [
  entry('composed', loaded),
  entry('composed-well', loaded, [], composedPlant(COMPOSED, false)),
  {...entry('composed-kiosk', loaded), at: `${WALL}?kiosk=1`, isOfScreen: true},
  ...templates(),
  {
    ...entry('composed-kiosk-far', loaded, [], composedPlant({...COMPOSED, viewing: FAR})),
    at: `${WALL}?kiosk=1`,
    isOfScreen: true,
  },
  entry(
    'composed-link-down',
    shows(linkMachine, 'waiting'),
    [...loaded, ...tell(linkMachine, {type: 'socket.closed'})],
    reading(({link}) => ({link: link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}})})),
  ),
  entry('chart-with-limits', loaded, [], measuredPlant(LIMITED)),
  ...copies(),
  ...odd(),
  entry('gauges', shows(wallMachine, 'devices.loaded'), [], measuredPlant(GAUGES)),
  entry('indicators', shows(panelBandsMachine, 'loaded.current'), [], measuredPlant(INDICATORS)),
  ...bandStates(),
  entry('map', shows(devicePlacesMachine, 'loaded.current'), [], mappedPlant),
  ...placeStates(),
  entry(
    'composing-map',
    shows(composeMachine, 'composing'),
    [
      ...shows(devicePlacesMachine, 'loaded.current'),
      ...tell(wallMachine, {type: 'composing.began'}),
      ...tell(composeMachine, {type: 'panel.selected', id: 'e'}),
    ],
    mappedPlant,
  ),
  entry(
    'composing-indicators',
    shows(composeMachine, 'composing'),
    [
      ...shows(wallMachine, 'devices.loaded'),
      ...tell(wallMachine, {type: 'composing.began'}),
      ...tell(composeMachine, {type: 'panel.selected', id: 'c'}),
    ],
    measuredPlant(INDICATORS),
  ),
  entry(
    'composing-gauge',
    shows(composeMachine, 'composing'),
    [
      ...shows(wallMachine, 'devices.loaded'),
      ...tell(wallMachine, {type: 'composing.began'}),
      ...tell(composeMachine, {type: 'panel.selected', id: 'c'}),
    ],
    measuredPlant(GAUGES),
  ),
  {
    ...entry('without-panels', shows(wallMachine, 'devices.loaded'), [], composedPlant(WITHOUT_PANELS)),
    until: 'This wall has no panels yet.',
  },
  {
    ...entry('crowded', shows(wallMachine, 'devices.loaded'), [], composedPlant(CROWDED)),
    until: 'A wall shows 60 panels',
  },
  entry(
    'series-awaiting',
    shows(panelSeriesMachine, 'awaitingServer'),
    [...shows(panelSeriesMachine, 'failed'), ...tell(panelSeriesMachine, ...UNKNOWN_SERVER)],
    reading(({panelSeries}) => ({panelSeries: panelSeries.provide({actors: {load: answers(BROKEN)}})})),
  ),
  entry(
    'series-not-offered',
    shows(panelSeriesMachine, 'loaded.current'),
    [],
    reading(({link}) => ({link: link.provide({actors: {probeOffer: answers('specified' as const)}})})),
  ),
  entry(
    'series-loading',
    shows(panelSeriesMachine, 'loading'),
    [],
    reading(({panelSeries}) => ({panelSeries: panelSeries.provide({actors: {load: answers()}})})),
  ),
  entry(
    'series-failed',
    shows(panelSeriesMachine, 'failed'),
    [],
    reading(({panelSeries}) => ({panelSeries: panelSeries.provide({actors: {load: answers(BROKEN)}})})),
  ),
  entry(
    'series-refreshing',
    shows(panelSeriesMachine, 'loaded.refreshing'),
    refresh,
    reading(({panelSeries}) => ({panelSeries: panelSeries.provide({actors: {load: answers(EMPTY, EMPTY, PENDING)}})})),
  ),
  entry(
    'series-missed',
    shows(panelSeriesMachine, 'loaded.missed'),
    refresh,
    reading(({panelSeries}) => ({panelSeries: panelSeries.provide({actors: {load: answers(EMPTY, EMPTY, BROKEN)}})})),
  ),
  entry('facts', answered, [], answeringPlant()),
  {...entry('facts-kiosk', answered, [], answeringPlant()), at: `${WALL}?kiosk=1`, isOfScreen: true},
  {
    ...entry('facts-kiosk-far', answered, [], answeringPlant(factsOf, {...FACTS_WALL, viewing: FAR})),
    at: `${WALL}?kiosk=1`,
    isOfScreen: true,
  },
  entry(
    'facts-link-down',
    shows(linkMachine, 'waiting'),
    [...answered, ...tell(linkMachine, {type: 'socket.closed'})],
    parts => ({
      ...answeringPlant()(parts),
      link: parts.link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}}),
    }),
  ),
  {
    ...entry(
      'facts-withheld',
      answered,
      [],
      answeringPlant(() => ({kind: 'withheld', why: 'refused', readAt: NOW})),
    ),
    until: 'You don’t have access to this.',
  },
  entry(
    'facts-awaiting',
    shows(panelFactsMachine, 'awaitingServer'),
    [...shows(panelFactsMachine, 'failed'), ...tell(panelFactsMachine, ...UNKNOWN_SERVER)],
    answering(BROKEN),
  ),
  entry('facts-loading', shows(panelFactsMachine, 'loading'), [], answering()),
  entry('facts-failed', shows(panelFactsMachine, 'failed'), [], answering(BROKEN)),
  entry('facts-refreshing', shows(panelFactsMachine, 'loaded.refreshing'), refreshFacts, answering(UNUSUAL, PENDING)),
  entry('facts-missed', shows(panelFactsMachine, 'loaded.missed'), refreshFacts, answering(UNUSUAL, BROKEN)),
  entry(
    'composing-facts',
    shows(composeMachine, 'composing'),
    [
      ...answered,
      ...tell(wallMachine, {type: 'composing.began'}),
      ...tell(composeMachine, {type: 'panel.selected', id: 'd'}),
    ],
    answeringPlant(),
  ),
  {
    ...entry('overview', answered, [], answeringPlant(factsOf, standardOverview('ORGANISATION_ADMIN'))),
    at: '/overview',
  },
  entry('composing', [...shows(wallMachine, 'editor.composing'), ...shows(composeMachine, 'composing')], composing),
  entry('composing-chart', shows(composeMachine, 'composing'), selecting),
  entry('composing-table', shows(composeMachine, 'composing'), [
    ...composing,
    ...tell(composeMachine, {type: 'panel.selected', id: 'h'}),
  ]),
  entry('composing-held', shows(composeMachine, 'holding'), [
    ...selecting,
    ...tell(composeMachine, {type: 'hold.began', id: 'g'}, {type: 'hold.moved', id: 'g', rect: {x: 6, y: 2}}),
  ]),
  entry('composing-overtaken', shows(composeMachine, 'overtaken'), [
    ...selecting,
    ...tell(
      composeMachine,
      {type: 'panel.added', kind: 'clock'},
      {type: 'walls.changed', walls: [WITHOUT_PANELS]},
      {type: 'save.requested'},
    ),
  ]),
]
