import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import {oneOf, within} from '../options'
import {devicesIn, type PanelBase, type PanelRules} from '../panels/panel'
import {type MapView, ZOOMS} from './mapView'

export const LATITUDES = {least: -90, most: 90}
export const LONGITUDES = {least: -180, most: 180}
export const MAP_VIEWS = ['fitted', 'kept'] as const

/** Devices at their places on Earth. */
export interface MapPanel extends PanelBase, MapView {
  kind: 'map'
  devices: DeviceChoice
  /** Shows all devices that have a place, or the saved part. */
  view: (typeof MAP_VIEWS)[number]
}

export const mapPanel: PanelRules<MapPanel> = {
  size: {w: 12, h: 7},
  read: (base, entry) => ({
    ...base,
    kind: 'map',
    devices: devicesIn(entry.devices),
    view: oneOf(MAP_VIEWS, entry.view) ?? 'fitted',
    latitude: within(LATITUDES, entry.latitude) ?? 0,
    longitude: within(LONGITUDES, entry.longitude) ?? 0,
    zoom: within(ZOOMS, entry.zoom) ?? ZOOMS.least,
  }),
}
