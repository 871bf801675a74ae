import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo, useState} from 'react'
import type {DeviceChoice} from '../../../contract/rules/lists/walls'
import {toggled} from '../../domain/telemetry/devices/navigatorView'
import {offeredDevices, withAllOffered} from '../../domain/wall/choosing'
import {chosenDevices} from '../../domain/wall/walls'
import type {WallRef} from '../../machines/wall/wall'
import {useApplication} from '../kit/application'
import {SearchField} from '../kit/form/SearchField'
import styles from './ChosenDevices.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.editor

interface Props {
  wall: WallRef
  choice: DeviceChoice & {by: Exclude<DeviceChoice['by'], 'all'>}
  onChosen: (values: readonly string[]) => void
}

/** The devices of a wall, one by one or by a shared property, found by a search and all at once. */
export function ChosenDevices({wall, choice, onChosen}: Props) {
  const {formats} = useApplication()
  const all = useSelector(wall, s => s.context.board.all)
  const [q, setQ] = useState('')
  const {by, values} = choice
  const offered = useMemo(() => offeredDevices(all, by, q), [all, by, q])
  const chosen = useMemo(() => new Set(values), [values])
  const count = useMemo(() => chosenDevices(all, choice).length, [all, choice])
  const areAllChosen = offered.length > 0 && offered.every(({value}) => chosen.has(value))
  return (
    <fieldset className={styles.devices}>
      <legend>{texts.values[by]}</legend>
      <div className={styles.head}>
        <SearchField label={texts.search[by]} value={q} onTyped={setQ} className={styles.search} />
        <Button
          size="xs"
          variant="default"
          disabled={offered.length === 0}
          onClick={() => onChosen(withAllOffered(values, offered, !areAllChosen))}
        >
          {(areAllChosen ? texts.chooseNone : texts.chooseAll)(formats.number(offered.length))}
        </Button>
        <span role="status" className={styles.count}>
          {texts.chosen(formats.number(count), formats.number(all.length))}
        </span>
      </div>
      {offered.length === 0 ? (
        <p className={styles.none}>{texts.noneFound}</p>
      ) : (
        <div className={styles.values}>
          {offered.map(({value, name, detail, count}) => (
            <label key={value}>
              <input type="checkbox" checked={chosen.has(value)} onChange={() => onChosen(toggled(values, value))} />
              <span>
                <bdi>{name}</bdi> <bdi className={styles.count}>{by === 'picked' ? detail : formats.number(count)}</bdi>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
