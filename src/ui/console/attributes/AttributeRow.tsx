import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Attribute} from '../../../domain/console/attribute'
import type {AttributesRef} from '../../../machines/console/attributes'
import {useApplication} from '../../kit/application'
import {TimeText} from '../../kit/TimeText'
import styles from './Attributes.module.css'
import {AttributeValueView} from './AttributeValueView'
import {texts} from './texts'

interface Props {
  attributes: AttributesRef
  attribute: Attribute
}

export const AttributeRow = memo(function AttributeRow({attributes, attribute}: Props) {
  const {key, value, version, updatedAt} = attribute
  const age = updatedAt === null ? texts.none : <Age {...{attributes, updatedAt}} />
  return (
    <tr>
      <th scope="row" className={styles.key}>
        {key}
        <span className={styles.narrow}>
          {texts.types[value.type]} · {age}
          {version !== null && ` · ${texts.version(version)}`}
        </span>
      </th>
      <td>
        <AttributeValueView value={value} />
      </td>
      <td className={styles.wide}>{texts.types[value.type]}</td>
      <td className={styles.wide} data-number>
        {age}
      </td>
      <td className={styles.wide} data-number>
        {version ?? texts.none}
      </td>
      <td className={styles.rowActions}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.edit.what(key)}
          onClick={() => attributes.send({type: 'edit.requested', attribute})}
        >
          {texts.edit.label}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.delete.what(key)}
          onClick={() => attributes.send({type: 'delete.requested', attribute})}
        >
          {texts.delete.label}
        </Button>
      </td>
    </tr>
  )
})

/** A component of its own, so that a tick of the clock renders only the ages whose words change. */
function Age({attributes, updatedAt}: Pick<Props, 'attributes'> & {updatedAt: EpochMs}) {
  const {formats} = useApplication()
  const age = useSelector(attributes, ({context}) => formats.relative(updatedAt, context.now))
  return <TimeText at={updatedAt}>{age}</TimeText>
}
