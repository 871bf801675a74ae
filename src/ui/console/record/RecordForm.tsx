import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {fieldsFor, isLeftOut} from '../../../domain/console/records/draft'
import type {FormKind} from '../../../domain/console/records/field'
import type {RecordRef} from '../../../machines/console/record/record'
import {useHasAdditions} from '../../kit/application'
import {LeaveDialog, useHold} from '../../kit/dialog/LeaveDialog'
import {Failure} from '../../kit/form/Failure'
import {submitTo} from '../../kit/form/fields'
import wide from '../../kit/form/WideForm.module.css'
import {buttons} from '../../kit/text/texts'
import {RecordField} from './fields/RecordField'
import styles from './Record.module.css'
import {texts} from './texts'

export interface RecordFormProps {
  record: RecordRef
  form: FormKind
  heading: string
  /** The path that Cancel leads to. */
  back: string
}

export function RecordForm({record, form, heading, back}: RecordFormProps) {
  const description = useSelector(record, ({context}) => context.description)
  const isBusy = useSelector(record, s => s.hasTag('busy'))
  const isChanged = useSelector(record, s => s.can({type: 'discard.requested'}))
  const hold = useHold(() => record.getSnapshot().can({type: 'discard.requested'}))
  const hasAdditions = useHasAdditions()
  const isOwnRecord = useSelector(record, ({context}) => context.id === context.userId)
  const fields = fieldsFor(description, form).filter(
    ({isAddition, isOwn}) => (!isAddition || hasAdditions) && (isOwnRecord || !isOwn),
  )
  const leftOut = useSelector(record, ({context: {draft}}) =>
    fields.flatMap(field => (isLeftOut(field, draft) ? [field.name] : [])).join(' '),
  )
  const first = fields.find(({isRequired}) => isRequired)

  return (
    <>
      <form onSubmit={submitTo(record, {type: 'save.requested'})} className={wide.form} aria-label={heading} noValidate>
        <Failure machine={record} />
        <div className={wide.fields}>
          {fields
            .filter(({name}) => !leftOut.split(' ').includes(name))
            .map(field => (
              <RecordField key={field.name} record={record} field={field} form={form} autoFocus={field === first} />
            ))}
        </div>
        <div className={wide.buttons}>
          <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? buttons.saving : form === 'create' ? texts.create(description.noun) : buttons.save}
          </Button>
          <Button component={Link} to={back} variant="default">
            {buttons.cancel}
          </Button>
          {isChanged && <span className={styles.quiet}>{texts.unsaved}</span>}
        </div>
      </form>
      <LeaveDialog hold={hold} onLeave={() => record.send({type: 'discard.requested'})} />
    </>
  )
}
