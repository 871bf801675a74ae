import {Button, NativeSelect, Progress} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {useParams} from 'react-router-dom'
import {
  columnLabel,
  IMPORT_COLUMNS,
  type ImportColumn,
  type Mapping,
} from '../../../domain/console/deviceImport/columns'
import {rowsOf} from '../../../domain/console/deviceImport/filter'
import {tallyOf} from '../../../domain/console/deviceImport/outcome'
import {headerOf} from '../../../domain/console/deviceImport/sheet'
import {devices} from '../../../domain/console/records/devices'
import type {DeviceImportRef, DeviceImportSnapshot} from '../../../machines/console/deviceImport'
import {LeaveDialog, useHold} from '../../kit/dialog/LeaveDialog'
import {DropZone} from '../../kit/form/DropZone'
import {FormMessage} from '../../kit/form/FormMessage'
import {buttons} from '../../kit/text/texts'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import {CheckedRows} from './CheckedRows'
import {Finished} from './Finished'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {Steps} from './Steps'
import {texts} from './texts'

export function DeviceImportPage() {
  const {id = ''} = useParams()
  return <RunningImport key={id} organisationId={id} />
}

function RunningImport({organisationId}: {organisationId: string}) {
  const {deviceImport: logic} = useConsole()
  const deviceImport = useActorRef(logic, {input: {organisationId}})
  const crumbs = useCrumbs(devices, organisationId)
  const hold = useHold(() => deviceImport.getSnapshot().matches('importing'))
  return (
    <ConsolePage heading={texts.heading} crumbs={crumbs}>
      <Steps deviceImport={deviceImport} />
      <Step deviceImport={deviceImport} />
      <LeaveDialog hold={hold} {...texts.leaving} />
    </ConsolePage>
  )
}

function Step({deviceImport}: {deviceImport: DeviceImportRef}) {
  const step = useSelector(deviceImport, ({value}) => (typeof value === 'string' ? value : 'importing'))
  switch (step) {
    case 'choosing':
      return <ChooseFile deviceImport={deviceImport} />
    case 'mapping':
      return <MapColumns deviceImport={deviceImport} />
    case 'reading':
    case 'preparing':
    case 'checking':
      return <Waiting deviceImport={deviceImport} />
    case 'checked':
      return <CheckedRows deviceImport={deviceImport} />
    case 'importing':
      return <Importing deviceImport={deviceImport} />
    case 'finished':
      return <Finished deviceImport={deviceImport} />
    default:
      return step satisfies never
  }
}

function ChooseFile({deviceImport}: {deviceImport: DeviceImportRef}) {
  const message = useSelector(deviceImport, ({context}) => context.message)
  return (
    <StepSection heading={texts.choose.heading}>
      <p>{texts.choose.lead}</p>
      {message !== null && <FormMessage kind="failed" message={message} />}
      <DropZone
        label={texts.choose.zone}
        text={texts.choose.drop}
        button={texts.choose.button}
        accept={ACCEPTED}
        onFiles={([file]) => file !== undefined && deviceImport.send({type: 'file.chosen', file})}
      />
      <p className={styles.quiet}>{texts.choose.limits}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => deviceImport.send({type: 'template.requested'})}>
          {texts.choose.template}
        </Button>
      </div>
    </StepSection>
  )
}

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain,application/vnd.ms-excel'

function MapColumns({deviceImport}: {deviceImport: DeviceImportRef}) {
  const fileName = useSelector(deviceImport, ({context}) => context.fileName)
  const count = useSelector(deviceImport, ({context}) => context.sheet.rows.length)
  const message = useSelector(deviceImport, ({context}) => context.message)
  const canCheck = useSelector(deviceImport, s => s.can({type: 'check.requested'}))
  return (
    <StepSection heading={texts.mapping.heading}>
      <p>{texts.mapping.found(fileName, count)}</p>
      {message !== null && <FormMessage kind="failed" message={message} />}
      <div className={styles.columns}>
        {IMPORT_COLUMNS.map(column => (
          <ColumnChoice key={column} deviceImport={deviceImport} column={column} />
        ))}
      </div>
      <Preview deviceImport={deviceImport} />
      <div className={styles.buttons}>
        <Button disabled={!canCheck} onClick={() => deviceImport.send({type: 'check.requested'})}>
          {texts.mapping.check}
        </Button>
        <Button variant="default" onClick={() => deviceImport.send({type: 'file.discarded'})}>
          {texts.mapping.other}
        </Button>
        {!canCheck && <span className={styles.quiet}>{texts.mapping.required}</span>}
      </div>
    </StepSection>
  )
}

const NONE = ''

function ColumnChoice({deviceImport, column}: {deviceImport: DeviceImportRef; column: ImportColumn}) {
  const sheet = useSelector(deviceImport, ({context}) => context.sheet)
  const at = useSelector(deviceImport, ({context}) => context.mapping[column])
  const hint = texts.mapping.hints[column]
  return (
    <NativeSelect
      label={columnLabel(column)}
      {...(hint !== '' && {description: hint})}
      inputWrapperOrder={['label', 'input', 'description']}
      value={at === null ? NONE : String(at)}
      onChange={({currentTarget: {value}}) =>
        deviceImport.send({type: 'column.mapped', column, at: value === NONE ? null : Number(value)})
      }
    >
      <option value={NONE}>{texts.mapping.none}</option>
      {sheet.headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headers can repeat, so only its index identifies a column
        <option key={`${index} ${header}`} value={index}>
          {headerOf(sheet, index)}
        </option>
      ))}
    </NativeSelect>
  )
}

const ROWS = 5

function Preview({deviceImport}: {deviceImport: DeviceImportRef}) {
  const sheet = useSelector(deviceImport, ({context}) => context.sheet)
  const mapping = useSelector(deviceImport, ({context}) => context.mapping)
  const columns = sheet.headers.map((_, at) => ({at, header: headerOf(sheet, at), meaning: meaningOf(mapping, at)}))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
    <section className={styles.preview} aria-label={texts.mapping.preview} tabIndex={0}>
      <table aria-label={texts.mapping.preview}>
        <thead>
          <tr>
            <th scope="col">{texts.mapping.line}</th>
            {columns.map(({at, header, meaning}) => (
              <th key={at} scope="col" title={header} data-unused={meaning === '' || undefined}>
                <bdi>{header}</bdi>
                {meaning !== '' && <span>{texts.mapping.becomes(meaning)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.slice(0, ROWS).map(({line, cells}) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {columns.map(({at, meaning}) => (
                <td key={at} title={cells[at]} data-unused={meaning === '' || undefined}>
                  <bdi>{cells[at]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const meaningOf = (mapping: Mapping, at: number): string =>
  IMPORT_COLUMNS.filter(column => mapping[column] === at)
    .map(column => columnLabel(column))
    .join(', ')

function Waiting({deviceImport}: {deviceImport: DeviceImportRef}) {
  const isReading = useSelector(deviceImport, s => s.matches('reading'))
  const text = useSelector(deviceImport, textOf)
  return (
    <StepSection heading={text}>
      <div className={styles.buttons}>
        <Button
          variant="default"
          onClick={() => deviceImport.send({type: isReading ? 'file.discarded' : 'mapping.requested'})}
        >
          {buttons.cancel}
        </Button>
      </div>
    </StepSection>
  )
}

function textOf(snapshot: DeviceImportSnapshot): string {
  const {fileName, sheet} = snapshot.context
  if (snapshot.matches('reading')) return texts.reading(fileName)
  return snapshot.matches('preparing') ? texts.preparing : texts.checking(sheet.rows.length)
}

function Importing({deviceImport}: {deviceImport: DeviceImportRef}) {
  const rows = useSelector(deviceImport, ({context}) => context.rows)
  const count = useMemo(() => rowsOf(rows).good.length, [rows])
  return (
    <StepSection heading={texts.running.heading(count)}>
      <HowFar deviceImport={deviceImport} count={count} />
      <Choice deviceImport={deviceImport} />
    </StepSection>
  )
}

/** The counts are not a live region: they change too often to be read out. Screen readers can query the bar instead. */
function HowFar({deviceImport, count}: {deviceImport: DeviceImportRef; count: number}) {
  const outcomes = useSelector(deviceImport, ({context}) => context.outcomes)
  const perSecond = useSelector(deviceImport, ({context}) => context.perSecond)
  const {done, failed} = useMemo(() => tallyOf(outcomes), [outcomes])
  const left = count - done - failed
  return (
    <>
      <Progress.Root size="lg" transitionDuration={0}>
        <Progress.Section value={count === 0 ? 100 : ((count - left) / count) * 100} aria-label={texts.running.bar} />
      </Progress.Root>
      <p className={styles.tally}>
        {texts.running.tally(done, failed, left)}
        {perSecond !== null && ` · ${texts.running.speed(perSecond)}`}
      </p>
    </>
  )
}

function Choice({deviceImport}: {deviceImport: DeviceImportRef}) {
  const isPaused = useSelector(deviceImport, s => s.matches({importing: 'paused'}))
  const canCancel = useSelector(deviceImport, s => s.can({type: 'cancel.requested'}))
  if (isPaused) return <Paused deviceImport={deviceImport} />
  return (
    <div className={styles.buttons}>
      {canCancel ? (
        <Button variant="default" onClick={() => deviceImport.send({type: 'cancel.requested'})}>
          {texts.running.cancel}
        </Button>
      ) : (
        <p role="status">{texts.running.stopping}</p>
      )}
    </div>
  )
}

function Paused({deviceImport}: {deviceImport: DeviceImportRef}) {
  const message = useSelector(deviceImport, ({context}) => context.message)
  const unsure = useSelector(deviceImport, ({context}) => context.unsureLines.size)
  return (
    <>
      <FormMessage kind="failed" message={`${texts.running.paused}. ${message ?? ''}`} hint={texts.running.safe} />
      {unsure > 0 && <p>{texts.running.unsure(unsure)}</p>}
      <div className={styles.buttons}>
        <Button autoFocus onClick={() => deviceImport.send({type: 'retry.requested'})}>
          {texts.running.resume}
        </Button>
        <Button variant="default" onClick={() => deviceImport.send({type: 'cancel.requested'})}>
          {texts.running.giveUp}
        </Button>
      </div>
    </>
  )
}
