import {Button, CloseButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useState} from 'react'
import type {PlanPanel} from '../../../domain/wall/panels/plan'
import {added, type DevicePlace, placed, sorted, unplaced} from '../../../domain/wall/places/plan'
import {useApplication} from '../../kit/application'
import {NumberField} from '../../kit/form/NumberField'
import {Picker} from '../../kit/picker/Picker'
import type {FieldProps} from '../compose/fields'
import styles from './Handles.module.css'
import {placesChanged} from './PlanHandles'
import {texts as all} from './texts'

const texts = all.form

/** The devices that are on a plan, and where, in percent. */
export function PlanFields({wall, panel, onChanged}: FieldProps<PlanPanel>) {
  const {formats} = useApplication()
  const devices = useSelector(wall, s => s.context.board.devices)
  const [search, setSearch] = useState('')
  const {here, missing, gone} = sorted(panel.places, devices)
  const change = (
    places: readonly DevicePlace[],
    kind: 'deviceAdded' | 'deviceMoved' | 'deviceRemoved',
    deviceId: string,
  ) => {
    const {panel: changed, news} = placesChanged(panel, places, {kind, deviceId})
    onChanged(changed, news)
  }
  return (
    <>
      <Picker
        size="xs"
        label={texts.add}
        description={texts.missing(formats.number(missing.length))}
        data={missing.map(({id, name}) => ({value: id, label: name}))}
        value=""
        isHeld={false}
        searchValue={search}
        onSearchChange={setSearch}
        onChosen={id => {
          setSearch('')
          change(added(panel.places, id), 'deviceAdded', id)
        }}
      />
      <p className={styles.hint}>{texts.hint}</p>
      {gone > 0 && (
        <div className={styles.tools}>
          <span className={styles.hint}>{all.goneDevices(formats.number(gone), gone)}</span>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChanged({...panel, places: here.map(({place}) => place)})}
          >
            {texts.forget}
          </Button>
        </div>
      )}
      <ul className={styles.list} aria-label={texts.placed}>
        {here.map(({place, device: {id, name}}) => (
          <li key={id} className={styles.row}>
            <bdi className={styles.device} title={name}>
              {name}
            </bdi>
            <Percent
              label={texts.left(name)}
              value={place.x}
              onTyped={x => change(placed(panel.places, id, {x}), 'deviceMoved', id)}
            />
            <Percent
              label={texts.top(name)}
              value={place.y}
              onTyped={y => change(placed(panel.places, id, {y}), 'deviceMoved', id)}
            />
            <CloseButton
              size="sm"
              aria-label={texts.takeOff(name)}
              onClick={() => change(unplaced(panel.places, id), 'deviceRemoved', id)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function Percent({label, value, onTyped}: {label: string; value: number; onTyped: (value: number) => void}) {
  const shown = Math.round(value * 1000) / 10
  return <NumberField aria-label={label} value={shown} least={0} most={100} onTyped={typed => onTyped(typed / 100)} />
}
