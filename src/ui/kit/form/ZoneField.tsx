import {Select} from '@mantine/core'
import {allZones} from '../../../domain/account/zones'
import styles from './Form.module.css'

interface Props {
  label: string
  zone: string
  onChosen: (zone: string) => void
}

/** A time zone by its name. */
export const ZoneField = ({label, zone, onChosen}: Props) => (
  <Select
    label={label}
    searchable
    allowDeselect={false}
    limit={200}
    withScrollArea={false}
    classNames={{options: styles.choices ?? ''}}
    comboboxProps={{withinPortal: false, offset: 2, shadow: 'md'}}
    data={allZones().map(name => ({value: name, label: name.replaceAll('_', ' ')}))}
    value={zone}
    onChange={chosen => chosen !== null && onChosen(chosen)}
  />
)
