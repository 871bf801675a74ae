import {Button, NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {columnLabel, IMPORT_COLUMNS, type ImportColumn} from '../../../domain/console/deviceImport/columns'
import {headerOf} from '../../../domain/console/deviceImport/sheet'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {FormMessage} from '../../kit/form/FormMessage'
import styles from './Import.module.css'
import {Preview} from './Preview'
import {StepSection} from './StepSection'
import {texts} from './texts'

export function MapColumns({deviceImport}: {deviceImport: DeviceImportRef}) {
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
