import type {Json} from '../../../../contract/wire/common'
import {SPANS, type Span} from '../../telemetry/series/sparkline'
import {oneOf} from '../options'

/** The time range of a panel: that of its wall, or its own. */
export const PANEL_SPANS = ['wall', ...SPANS] as const
export type PanelSpan = (typeof PANEL_SPANS)[number]

export const panelSpanIn = (json: Json | undefined): PanelSpan => oneOf(PANEL_SPANS, json) ?? 'wall'

export const spanOf = (own: PanelSpan, ofWall: Span): Span => (own === 'wall' ? ofWall : own)
