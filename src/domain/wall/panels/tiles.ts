import {type DeviceChoice, textsFrom} from '../../../../contract/rules/lists/walls'
import {GROUPINGS, type Grouping} from '../../telemetry/devices/navigatorView'
import {MAX_KEYS, ORDERS, type Order, oneOf, TILE_CHOICES, type TileChoice} from '../options'
import {devicesIn, type PanelBase, type PanelRules} from './panel'
import {type Repeatable, repeatIn} from './repeat'

/** Tiles of some of the devices, as on a whole wall. */
export interface TilesPanel extends PanelBase, Repeatable {
  kind: 'tiles'
  devices: DeviceChoice
  keys: readonly string[]
  tiles: TileChoice
  order: Order
  grouping: Grouping
}

export const tilesPanel: PanelRules<TilesPanel> = {
  size: {w: 12, h: 6},
  read: (base, entry) => ({
    ...base,
    kind: 'tiles',
    devices: devicesIn(entry.devices),
    repeat: repeatIn(entry.repeat),
    keys: textsFrom(entry.keys).slice(0, MAX_KEYS),
    tiles: oneOf(TILE_CHOICES, entry.tiles) ?? 'auto',
    order: oneOf(ORDERS, entry.order) ?? 'worst',
    grouping: oneOf(GROUPINGS, entry.grouping) ?? 'none',
  }),
}
