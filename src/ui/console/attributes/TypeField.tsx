import {NativeSelect, Switch} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AttributeType} from '../../../domain/console/attribute'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import styles from './Attributes.module.css'
import {texts} from './texts'

const TYPES = ['text', 'bool', 'long', 'double', 'json'] as const satisfies readonly AttributeType[]

/** A new attribute is a text or JSON; an existing one can have any type and must be able to keep it. */
export function TypeField({attributes}: {attributes: AttributesRef}) {
  const type = useSelector(attributes, ({context}) => context.draft.type)
  const isNew = useSelector(attributes, ({context}) => context.chosen === null)
  const choose = (valueType: AttributeType) => attributes.send({type: 'type.chosen', valueType})
  if (isNew) {
    return (
      <Switch
        label={texts.form.json}
        description={texts.form.jsonHint}
        classNames={{track: styles.track}}
        checked={type === 'json'}
        onChange={({currentTarget}) => choose(currentTarget.checked ? 'json' : 'text')}
      />
    )
  }
  return (
    <NativeSelect
      label={texts.form.type}
      data={TYPES.map(known => ({value: known, label: texts.types[known]}))}
      value={type}
      onChange={({currentTarget}) => {
        const chosen = TYPES.find(known => known === currentTarget.value)
        if (chosen !== undefined) choose(chosen)
      }}
    />
  )
}
