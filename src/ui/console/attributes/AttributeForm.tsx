import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import styles from '../../kit/dialog/Dialog.module.css'
import {Failure} from '../../kit/form/Failure'
import {fieldOf, submitTo, useForm} from '../../kit/form/fields'
import {buttons} from '../../kit/text/texts'
import {TypeField} from './TypeField'
import {texts} from './texts'
import {isOfUsualZone, UsualZoneField} from './UsualZone'
import {ValueField} from './ValueField'

export function AttributeForm({attributes}: {attributes: AttributesRef}) {
  const isNew = useSelector(attributes, ({context}) => context.chosen === null)
  const isBusy = useSelector(attributes, s => s.hasTag('busy'))
  const isZone = useSelector(attributes, isOfUsualZone)

  return (
    <form onSubmit={submitTo(attributes, {type: 'save.requested'})} className={styles.content} noValidate>
      <Failure of={attributes} />
      {isNew && <KeyField attributes={attributes} />}
      <TypeField attributes={attributes} />
      {isZone ? <UsualZoneField attributes={attributes} /> : <ValueField attributes={attributes} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => attributes.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? buttons.saving : buttons.save}
        </Button>
      </div>
    </form>
  )
}

function KeyField({attributes}: {attributes: AttributesRef}) {
  const part = useForm(attributes)
  return <TextInput {...fieldOf(part, 'key')} label={texts.form.key} data-autofocus spellCheck={false} required />
}
