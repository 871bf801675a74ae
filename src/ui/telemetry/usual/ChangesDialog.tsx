import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {listedText} from '../../../domain/telemetry/format'
import type {SeriesChange} from '../../../domain/telemetry/usual'
import {DEFAULT_VIEW, searchFromView} from '../../../domain/telemetry/view'
import type {TimeRange} from '../../../domain/timeRange/timeRange'
import type {ChangesRef} from '../../../machines/telemetry/changes'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {useApplication} from '../../kit/application'
import dialog from '../../kit/dialog/Dialog.module.css'
import {FormDialog} from '../../kit/dialog/FormDialog'
import {Loaded} from '../../kit/loading/Loaded'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {unitOf} from '../unitOf'
import {texts as allTexts} from './texts'
import styles from './UsualDialog.module.css'

const texts = allTexts.changes

interface Props {
  changes: ChangesRef
  devices: DevicesRef
}

/** The series that have changed in a stretch of time, the most changed first. */
export function ChangesDialog(props: Props) {
  return (
    <FormDialog machine={props.changes} isOpen title={texts.title} size="lg">
      <div className={dialog.content}>
        <Loaded machine={props.changes} loading={texts.loading}>
          <Answer {...props} />
        </Loaded>
      </div>
    </FormDialog>
  )
}

function Answer({changes, devices}: Props) {
  const {formats} = useApplication()
  const answer = useSelector(changes, s => s.context.answer)
  const names = useSelector(devices, s => s.context.devices)
  if (answer === null) return null
  const {stretch, pastFrom, compared, tooLittle} = answer
  const written = ({deviceId, key, isCounter}: SeriesChange, value: number) =>
    isCounter
      ? texts.rate(formats.number(value))
      : listedText(formats, value, unitOf(devices.getSnapshot(), deviceId, key))
  const columns: DataColumn<SeriesChange>[] = [
    {
      name: 'device',
      head: texts.series,
      isRowHeader: true,
      cell: ({deviceId, key}) => (
        <Link to={`/dashboard${searchFromView({...DEFAULT_VIEW, deviceId, key, range: around(stretch)})}`}>
          <bdi>{names.find(({id}) => id === deviceId)?.name ?? texts.unknownDevice}</bdi>: <bdi>{key}</bdi>
        </Link>
      ),
    },
    {name: 'before', head: texts.before, isNumber: true, cell: change => written(change, change.before)},
    {name: 'during', head: texts.during, isNumber: true, cell: change => written(change, change.during)},
    {
      name: 'by',
      head: texts.by,
      isNumber: true,
      cell: ({by}) => `${by > 0 ? '+' : ''}${formats.number(by, {digits: 2})}`,
    },
  ]
  return (
    <>
      <p>{texts.lead(formats.range(stretch.start, stretch.end), formats.dateTime(pastFrom, 'minute'))}</p>
      {answer.changes.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <DataTable
          className={styles.changes}
          columns={columns}
          rows={answer.changes}
          keyOf={({deviceId, key}) => `${deviceId} ${key}`}
        />
      )}
      <p>{texts.count(formats.exact(compared), formats.exact(tooLittle))}</p>
      <p>{texts.how}</p>
    </>
  )
}

/** Returns the stretch with its own length before and after it, so that it is seen in its surroundings. */
const around = ({start, end}: TimeRange) => ({from: start - (end - start), to: end + (end - start)})
