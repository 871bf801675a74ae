import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import type {Json} from '../../../../contract/wire/common'
import {oneOf} from '../options'
import {devicesIn, type PanelBase, type PanelRules} from '../panels/panel'
import {type MapView, ZOOMS} from './mapView'

export const MAP_VIEWS = ['fitted', 'kept'] as const

/** Devices at their places on Earth. */
export interface MapPanel extends PanelBase, MapView {
  kind: 'map'
  devices: DeviceChoice
  /** All that have a place, or the kept part. */
  view: (typeof MAP_VIEWS)[number]
}

export const mapPanel: PanelRules<MapPanel> = {
  size: {w: 12, h: 7},
  read: (base, entry) => ({
    ...base,
    kind: 'map',
    devices: devicesIn(entry.devices),
    view: oneOf(MAP_VIEWS, entry.view) ?? 'fitted',
    latitude: within(entry.latitude, {least: -90, most: 90}, 0),
    longitude: within(entry.longitude, {least: -180, most: 180}, 0),
    zoom: within(entry.zoom, ZOOMS, ZOOMS.least),
  }),
}

const within = (json: Json | undefined, {least, most}: {least: number; most: number}, otherwise: number): number =>
  typeof json === 'number' && json >= least && json <= most ? json : otherwise
