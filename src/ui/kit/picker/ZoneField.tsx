import {allZones} from '../../../domain/account/zones'
import {Picker} from './Picker'

interface Props {
  label: string
  zone: string
  onChosen: (zone: string) => void
}

/** A time zone by its name. */
export const ZoneField = ({label, zone, onChosen}: Props) => (
  <Picker label={label} data={zoneOptions(allZones())} value={zone} onChosen={onChosen} />
)

export const zoneOptions = (zones: readonly string[]) =>
  zones.map(name => ({value: name, label: name.replaceAll('_', ' ')}))
