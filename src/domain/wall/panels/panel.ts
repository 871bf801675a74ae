import {KEY_LENGTH} from '../../../../contract/limits'
import {isRecord} from '../../../../contract/rules/json'
import {ALL_DEVICES, CHOICES, type DeviceChoice, textsFrom} from '../../../../contract/rules/lists/walls'
import type {Json} from '../../../../contract/wire/common'
import type {SparklineId} from '../../telemetry/series/sparkline'
import type {Placed, Rect} from '../layout/layout'
import {oneOf} from '../options'

export interface PanelBase extends Placed {
  /** Without one, the panel shows the name of its contents. */
  title: string
}

export type Entry = Readonly<Record<string, Json>>

/** The rules of a kind of panel. Its panels have plain JSON besides their places, which is stored unchanged. */
export interface PanelRules<Panel extends PanelBase> {
  size: Pick<Rect, 'w' | 'h'>
  /** Wrong and missing fields take their defaults. */
  read(base: PanelBase, entry: Entry): Panel
}

export const MAX_TITLE = 80
export const MAX_ID = 64

export const textIn = (json: Json | undefined, most: number): string =>
  typeof json === 'string' ? json.slice(0, most) : ''

export const keyIn = (json: Json | undefined): string => textIn(json, KEY_LENGTH)

export function devicesIn(json: Json | undefined): DeviceChoice {
  const by = isRecord(json) ? oneOf(CHOICES, json.by) : undefined
  return by === undefined || !isRecord(json) ? ALL_DEVICES : {by, values: textsFrom(json.values)}
}

export const numberIn = (json: Json | undefined, otherwise: number): number =>
  typeof json === 'number' ? json : otherwise

/** Both are empty where no series is named. */
export const seriesIn = (json: Json | undefined): SparklineId =>
  isRecord(json) ? {deviceId: textIn(json.deviceId, MAX_ID), key: keyIn(json.key)} : {deviceId: '', key: ''}

export const seriesListIn = (json: Json | undefined, most: number): SparklineId[] =>
  (Array.isArray(json) ? json : []).slice(0, most).map(seriesIn)
