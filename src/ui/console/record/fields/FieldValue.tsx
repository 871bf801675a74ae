import type {Json} from '../../../../../contract/wire/common'
import {typedText} from '../../../../domain/console/records/draft'
import type {Field} from '../../../../domain/console/records/field'
import {wordOf} from '../../../../domain/console/records/list/cell'
import {CopyableId} from '../../../kit/text/CopyButton'
import {TimeText} from '../../../kit/text/TimeText'
import {texts} from '../../texts'
import styles from '../Record.module.css'
import {NamedId} from './NamedId'

export function FieldValue({field, value}: {field: Field; value: Json | undefined}) {
  const text = typedText(value)
  if (text === '') return <span className={styles.quiet}>{texts.empty}</span>
  switch (field.kind) {
    case 'time':
      return typeof value === 'number' ? <TimeText at={value} /> : text
    case 'choice':
      return <bdi>{wordOf(field.name, text)}</bdi>
    case 'flag':
      return value === true ? texts.yes : texts.no
    case 'id':
      return field.names === null ? (
        <CopyableId what={field.label} id={text} />
      ) : (
        <NamedId key={text} label={field.label} kind={field.names} id={text} />
      )
    case 'info':
      return <pre className={styles.info}>{text}</pre>
    case 'count':
    case 'days':
    case 'line':
    case 'email':
    case 'phone':
    case 'password':
      return <bdi>{text}</bdi>
    default:
      return field.kind satisfies never
  }
}
