import {isRecord} from '../../../../contract/rules/json'
import type {Json} from '../../../../contract/wire/common'
import {FACT_KINDS, FACT_RULES} from '../facts/kinds'
import {gaugePanel} from '../gauges/gauge'
import {indicatorsPanel} from '../gauges/indicators'
import {isSound, type Layout, roomFor, settled} from '../layout/layout'
import {oneOf} from '../options'
import {mapPanel} from '../places/map'
import {alarmsPanel} from './alarms'
import {chartPanel} from './chart'
import {clockPanel} from './clock'
import {numberPanel} from './number'
import {type Entry, MAX_TITLE, numberIn, type PanelBase, type PanelRules, textIn} from './panel'
import {picturePanel} from './picture'
import {planPanel} from './plan'
import {textPanel} from './text'
import {tilesPanel} from './tiles'
import {topPanel} from './top'

/**
 * The kinds of panels. Another is a file here with its line in this list, a file in `ui/wall/panels` with its line in
 * `Panels.tsx`, the fields of its form in `ui/wall/compose/PanelForm.tsx`, and its name in the texts of the panels.
 */
const RULES = {
  tiles: tilesPanel,
  number: numberPanel,
  gauge: gaugePanel,
  indicators: indicatorsPanel,
  map: mapPanel,
  chart: chartPanel,
  top: topPanel,
  alarms: alarmsPanel,
  text: textPanel,
  clock: clockPanel,
  picture: picturePanel,
  plan: planPanel,
  ...FACT_RULES,
} satisfies Record<string, PanelRules<PanelBase>>

export type PanelKind = keyof typeof RULES
export const PANEL_KINDS: readonly PanelKind[] = [
  'tiles',
  'number',
  'gauge',
  'indicators',
  'map',
  'chart',
  'top',
  'alarms',
  ...FACT_KINDS,
  'text',
  'picture',
  'plan',
  'clock',
]

/** A kind that only a later version knows. It keeps its place on the wall and its stored entry. */
export interface LaterPanel extends PanelBase {
  kind: 'later'
  entry: Entry
}

/** The panels of each kind. */
export type Panels = {[Kind in PanelKind]: ReturnType<(typeof RULES)[Kind]['read']>}
export type KnownPanel = Panels[PanelKind]
export type Panel = KnownPanel | LaterPanel

/** The panels of a wall, instead of tiles alone. */
export interface Composition {
  panels: readonly Panel[]
  /** Entries beyond the maximum of a wall, and entries that are no panels. They stay stored. */
  surplus: readonly Json[]
  /** Tells whether panels were stored outside or over each other, and are elsewhere now. */
  isMended: boolean
}

export const MAX_PANELS = 60

/** Undefined for a wall of tiles alone. */
export function compositionFrom(json: Json | undefined, page?: number): Composition | undefined {
  if (!Array.isArray(json)) return undefined
  const ids = new Set<string>()
  const stored = json
    .slice(0, MAX_PANELS)
    .filter(isRecord)
    .map(entry => panelFrom(entry, ids))
  return {panels: settled(stored, undefined, page), surplus: json.slice(MAX_PANELS), isMended: !isSound(stored)}
}

function panelFrom(entry: Entry, ids: Set<string>): Panel {
  const kind = oneOf(PANEL_KINDS, entry.kind)
  const rules = kind && RULES[kind]
  const {w, h} = rules?.size ?? NO_SIZE
  const place = {x: numberIn(entry.x, 0), y: numberIn(entry.y, 0), w: numberIn(entry.w, w), h: numberIn(entry.h, h)}
  const base = {...place, id: freshId(ids, textIn(entry.id, MAX_TITLE)), title: textIn(entry.title, MAX_TITLE)}
  ids.add(base.id)
  return rules === undefined ? {...base, kind: 'later', entry} : rules.read(base, entry)
}

const NO_SIZE = {w: 6, h: 4}

/** Returns the requested id if it is free, otherwise a new one. */
function freshId(taken: ReadonlySet<string>, requested: string): string {
  let id = requested
  for (let at = taken.size + 1; id === '' || taken.has(id); at++) id = `p${at}`
  return id
}

export const compositionValue = ({panels, surplus}: Composition): Json[] => [...panels.map(panelValue), ...surplus]

function panelValue(panel: Panel): Json {
  if (panel.kind !== 'later') return JSON.parse(JSON.stringify(panel))
  const {entry, id, x, y, w, h} = panel
  return {...entry, id, x, y, w, h}
}

/** Returns a new panel with its place and its first contents. */
export function newPanel(kind: PanelKind, layout: Layout<Panel>, entry: Entry = {}, page?: number): Panel {
  const rules = RULES[kind]
  const id = freshId(new Set(layout.map(panel => panel.id)), '')
  return rules.read({...roomFor(layout, rules.size, page), id, title: textIn(entry.title, MAX_TITLE)}, entry)
}

/** The same panel once more, where there is room. */
export function copied(layout: Layout<Panel>, id: string, page?: number): Panel {
  const panel = layout.find(each => each.id === id)
  if (panel === undefined) throw new Error(`There is no panel ${id}`)
  return {...panel, ...roomFor(layout, panel, page), id: freshId(new Set(layout.map(each => each.id)), '')}
}
