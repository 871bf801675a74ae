import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import type {Field} from '../../../domain/console/records/field'
import {CopyableId} from '../../kit/text/CopyButton'
import {useMay} from '../../kit/viewer'
import {FieldValue} from './fields/FieldValue'
import styles from './Record.module.css'

/** Shows every field of the record except passwords, and its id. */
export function Overview({description, record}: {description: Description; record: ConsoleRecord}) {
  // A viewer of one organisation alone knows which.
  const seesAll = useMay('organisation.list')
  const fields = description.fields.filter(
    field => isShown(field, record) && (seesAll || field.names !== 'organisation'),
  )
  return (
    <dl className={styles.overview} aria-label={nameOf(description, record)}>
      {fields.map(field => (
        <div key={field.name} className={field.kind === 'info' ? styles.wide : undefined}>
          <dt>{field.label}</dt>
          <dd>
            <FieldValue field={field} value={record.values[field.name]} />
          </dd>
        </div>
      ))}
      <div>
        <dt>ID</dt>
        <dd>
          <CopyableId what="ID" id={record.id} />
        </dd>
      </div>
    </dl>
  )
}

function isShown({kind, name, isHiddenWhenEmpty}: Field, {values}: ConsoleRecord): boolean {
  return kind !== 'password' && !(isHiddenWhenEmpty && typedText(values[name]) === '')
}
