import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {Link} from 'react-router-dom'
import {rowsOf} from '../../../domain/console/deviceImport/filter'
import {isDone, tallyOf} from '../../../domain/console/deviceImport/outcome'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {listPath} from '../paths'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {texts as allTexts} from './texts'

const texts = allTexts.finished

export function Finished({deviceImport}: {deviceImport: DeviceImportRef}) {
  const rows = useSelector(deviceImport, ({context}) => context.rows)
  const outcomes = useSelector(deviceImport, ({context}) => context.outcomes)
  const unsure = useSelector(deviceImport, ({context}) => context.unsureLines.size)
  const organisationId = useSelector(deviceImport, ({context}) => context.organisationId)
  const {good, wrong} = useMemo(() => rowsOf(rows), [rows])
  const {done, failed} = useMemo(() => tallyOf(outcomes), [outcomes])
  const left = good.length - outcomes.size - unsure
  const undone = good.length - done
  return (
    <StepSection heading={texts.heading(undone === 0)}>
      <ul className={styles.summary}>
        <li>{texts.made(done)}</li>
        {failed > 0 && <li data-is="wrong">{texts.failed(failed)}</li>}
        {unsure > 0 && <li data-is="wrong">{texts.unsure(unsure)}</li>}
        {left > 0 && <li>{texts.left(left)}</li>}
        {wrong.length > 0 && <li>{texts.skipped(wrong.length)}</li>}
      </ul>
      {undone > 0 && <p>{texts.stays}</p>}
      {failed > 0 && <Failures deviceImport={deviceImport} />}
      <div className={styles.buttons}>
        <Button component={Link} to={listPath('device', organisationId)}>
          {texts.list}
        </Button>
        {undone > 0 && (
          <Button variant="default" onClick={() => deviceImport.send({type: 'retry.requested'})}>
            {undone === failed ? texts.retryFailed : texts.retry(undone)}
          </Button>
        )}
        <Button variant="default" onClick={() => deviceImport.send({type: 'result.requested'})}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={() => deviceImport.send({type: 'file.discarded'})}>
          {texts.other}
        </Button>
      </div>
    </StepSection>
  )
}

function Failures({deviceImport}: {deviceImport: DeviceImportRef}) {
  const rows = useSelector(deviceImport, ({context}) => context.rows)
  const outcomes = useSelector(deviceImport, ({context}) => context.outcomes)
  const failed = useMemo(
    () => rows.filter(({line}) => outcomes.has(line) && !isDone(outcomes.get(line))),
    [rows, outcomes],
  )
  return (
    <MeasuredTable
      label={texts.failures}
      rows={failed}
      keyOf={({line}) => line}
      header={
        <>
          <th scope="col" className={styles.line}>
            {texts.columns.line}
          </th>
          <th scope="col">{texts.columns.name}</th>
          <th scope="col" className={styles.reasons}>
            {texts.columns.reason}
          </th>
        </>
      }
      cells={({line, device}) => (
        <>
          <th scope="row" className={styles.line}>
            {line}
          </th>
          <td dir="auto">{device.name}</td>
          <td>{outcomes.get(line)?.message}</td>
        </>
      )}
    />
  )
}
