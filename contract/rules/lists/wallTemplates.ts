import type {Json} from '../../wire/common'

export const WALL_TEMPLATES = ['noc', 'plant', 'network', 'power', 'media'] as const
export type WallTemplate = (typeof WALL_TEMPLATES)[number]

type Panel = Readonly<Record<string, Json>>

const at = (kind: string, x: number, y: number, w: number, h: number, more: Panel = {}): Panel => ({
  kind,
  x,
  y,
  w,
  h,
  ...more,
})

/** The panels of each template, on 24 columns and 12 rows. Their tables show this key. */
const PANELS: Readonly<Record<WallTemplate, (key: string) => Panel[]>> = {
  noc: key => [
    at('tiles', 0, 0, 16, 9, {grouping: 'label'}),
    at('alarms', 16, 0, 8, 7),
    at('top', 0, 9, 8, 3, {key, count: 5}),
    at('late', 8, 9, 8, 3, {count: 5}),
    at('unusual', 16, 7, 8, 5, {count: 5}),
  ],
  plant: key => [
    at('indicators', 0, 0, 24, 3, {key}),
    at('tiles', 0, 3, 15, 6, {grouping: 'label'}),
    at('alarms', 15, 3, 9, 6),
    at('top', 0, 9, 8, 3, {key, count: 5}),
    at('top', 8, 9, 8, 3, {key, count: 5, end: 'lowest'}),
    at('comparison', 16, 9, 8, 3, {key, count: 5}),
  ],
  network: key => [
    at('tiles', 0, 0, 16, 8, {grouping: 'label'}),
    at('alarms', 16, 0, 8, 6),
    at('availability', 16, 6, 8, 6, {count: 10}),
    at('top', 0, 8, 8, 4, {key, count: 5}),
    at('late', 8, 8, 8, 4, {count: 5}),
  ],
  power: key => [
    at('indicators', 0, 0, 16, 4, {key}),
    at('alarms', 16, 0, 8, 6),
    at('tiles', 0, 4, 16, 5, {order: 'place', grouping: 'label'}),
    at('comparison', 16, 6, 8, 6, {key, count: 10}),
    at('top', 0, 9, 8, 3, {key, count: 5}),
    at('unusual', 8, 9, 8, 3, {count: 5}),
  ],
  media: () => [
    at('screens', 0, 0, 15, 8, {count: 20}),
    at('alarms', 15, 0, 9, 6),
    at('availability', 15, 6, 9, 6, {count: 10}),
    at('tiles', 0, 8, 15, 4, {order: 'name', grouping: 'label'}),
  ],
}

/** Returns the stored panels of a template. */
export const templatePanels = (template: WallTemplate, key: string): Panel[] => PANELS[template](key)
