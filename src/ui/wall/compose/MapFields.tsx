import {LATITUDES, LONGITUDES, MAP_VIEWS, type MapPanel} from '../../../domain/wall/places/map'
import {ZOOMS} from '../../../domain/wall/places/mapView'
import type {WallRef} from '../../../machines/wall/wall'
import {NumberField} from '../../kit/form/NumberField'
import {texts} from '../map/texts'
import {Choice, DevicesField} from './fields'

interface Props {
  wall: WallRef
  panel: MapPanel
  onChanged: (panel: MapPanel) => void
}

export function MapFields({wall, panel, onChanged}: Props) {
  const {devices, view, latitude, longitude, zoom} = panel
  const numbers = [
    {label: texts.latitude, value: latitude, ...LATITUDES, of: (latitude: number) => ({latitude})},
    {label: texts.longitude, value: longitude, ...LONGITUDES, of: (longitude: number) => ({longitude})},
    {label: texts.zoom, value: zoom, ...ZOOMS, of: (zoom: number) => ({zoom})},
  ]
  return (
    <>
      <DevicesField wall={wall} choice={devices} onChosen={devices => onChanged({...panel, devices})} />
      <Choice
        label={texts.view}
        of={MAP_VIEWS}
        words={texts.views}
        value={view}
        onChosen={view => onChanged({...panel, view})}
      />
      {view === 'kept' &&
        numbers.map(({of, ...field}) => (
          <NumberField key={field.label} {...field} onTyped={value => onChanged({...panel, ...of(value)})} />
        ))}
    </>
  )
}
