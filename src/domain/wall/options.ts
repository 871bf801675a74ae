import type {Json} from '../../../contract/wire/common'
import {TILE_KINDS, type TileKind} from './tiles'

export const ORDERS = ['importance', 'worst', 'unusual', 'name', 'place'] as const
/**
 * `importance` gives cards to the devices that need attention, and the others less room. `unusual` sorts the series first whose values are farthest from their usual band. `place` is the order of the labels,
 * which say where devices are.
 */
export type Order = (typeof ORDERS)[number]

export const TILE_CHOICES = ['auto', ...TILE_KINDS] as const
export type TileChoice = 'auto' | TileKind

export const MAX_KEYS = 20

export const oneOf = <T extends string | number>(known: readonly T[], json: Json | undefined): T | undefined =>
  known.find(each => each === json)

export const within = (limits: {least: number; most: number}, json: Json | undefined): number | null =>
  typeof json === 'number' && json >= limits.least && json <= limits.most ? json : null
