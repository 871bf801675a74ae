import {Anchor} from '@mantine/core'
import {Link} from 'react-router-dom'
import type {Json} from '../../../../contract/wire/common'
import {typedText} from '../../../domain/console/records/draft'
import type {Field} from '../../../domain/console/records/field'
import {CopyButton} from '../../kit/CopyButton'
import {TimeText} from '../../kit/TimeText'
import {recordPath} from '../paths'
import {texts} from '../texts'
import styles from './Record.module.css'

export function FieldValue({field, value}: {field: Field; value: Json | undefined}) {
  const text = typedText(value)
  if (text === '') return <span className={styles.quiet}>{texts.empty}</span>
  switch (field.kind) {
    case 'time':
      return typeof value === 'number' ? <TimeText at={value} /> : text
    case 'flag':
      return value === true ? texts.yes : texts.no
    case 'id':
      return <Id field={field} id={text} />
    case 'info':
      return <pre className={styles.info}>{text}</pre>
    case 'count':
    case 'line':
    case 'email':
    case 'phone':
    case 'choice':
    case 'password':
      return <bdi>{text}</bdi>
    default:
      return field.kind satisfies never
  }
}

function Id({field: {label, names}, id}: {field: Field; id: string}) {
  return (
    <span className={styles.id}>
      {names === null ? (
        <code>{id}</code>
      ) : (
        <Anchor component={Link} to={recordPath(names, id)} inherit>
          <code>{id}</code>
        </Anchor>
      )}
      <CopyButton what={label} value={id} />
    </span>
  )
}
