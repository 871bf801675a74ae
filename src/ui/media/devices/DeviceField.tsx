import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type KeyboardEvent, useId} from 'react'
import {NAME_LENGTH} from '../../../../contract/limits'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {DeviceField, DeviceFieldRef} from '../../../machines/media/deviceField'
import type {MediaRef} from '../../../machines/media/media'
import {useApplication} from '../../kit/application'
import {PlainDialog} from '../../kit/dialog/PlainDialog'
import {FormMessage} from '../../kit/form/FormMessage'
import {IconPencil} from '../../kit/mark/icons'
import {buttons} from '../../kit/text/texts'
import dialog from '../screen/Dialog.module.css'
import listStyles from '../screen/List.module.css'
import {texts} from '../texts'
import styles from './DeviceField.module.css'

interface Props {
  media: MediaRef
  device: DeviceEntry
  /** Undefined while none of the device is edited. */
  field: DeviceFieldRef | undefined
  mayEdit: boolean
}

/** The name with the pencil that changes it, and the field in its place while it is edited. */
export function NameLine({media, device, field, mayEdit}: Props) {
  if (field !== undefined && fieldOf(field) === 'name')
    return <Field field={field} label={texts.devices.nameOf(device.name)} />
  return (
    <span className={styles.nameLine}>
      <span className={listStyles.name} title={device.name}>
        <bdi>{device.name}</bdi>
      </span>
      {mayEdit && (
        <button
          type="button"
          className={styles.pencil}
          title={texts.devices.rename(device.name)}
          aria-label={texts.devices.rename(device.name)}
          onClick={() => media.send({type: 'field.edited', device, field: 'name'})}
        >
          <IconPencil size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** The label, and the field in its place while it is edited. */
export function LabelCell({media, device, field, mayEdit}: Props) {
  if (field !== undefined && fieldOf(field) === 'label')
    return <Field field={field} label={texts.devices.labelOf(device.name)} />
  if (!mayEdit) return <bdi>{device.label ?? '–'}</bdi>
  return (
    <button
      type="button"
      className={styles.label}
      title={texts.devices.editLabel(device.name)}
      aria-label={`${device.label ?? texts.devices.none}. ${texts.devices.editLabel(device.name)}`}
      onClick={() => media.send({type: 'field.edited', device, field: 'label'})}
    >
      <bdi>{device.label || '–'}</bdi>
    </button>
  )
}

const fieldOf = (field: DeviceFieldRef): DeviceField => field.getSnapshot().context.field

function Field({field, label}: {field: DeviceFieldRef; label: string}) {
  const messageId = useId()
  const typed = useSelector(field, ({context}) => context.typed)
  const refused = useSelector(field, s => (s.matches('editing') ? s.context.message : null))
  const isTroubled = useSelector(field, s => s.matches('conflict') || s.matches('failed'))
  const onKeyDown = ({key}: KeyboardEvent) => {
    if (key === 'Enter') field.send({type: 'confirmed'})
    if (key === 'Escape') field.send({type: 'cancelled'})
  }
  return (
    <>
      <input
        ref={takeFocus}
        className={styles.field}
        aria-label={label}
        aria-invalid={refused !== null}
        aria-describedby={messageId}
        maxLength={NAME_LENGTH}
        value={typed}
        onChange={({currentTarget}) => field.send({type: 'value.typed', value: currentTarget.value})}
        onKeyDown={onKeyDown}
        onBlur={() => field.send({type: 'field.left'})}
      />
      <span id={messageId} className={styles.refused} role="alert">
        {refused}
      </span>
      {isTroubled && <Trouble field={field} title={label} />}
    </>
  )
}

const takeFocus = (field: HTMLInputElement | null) => field?.select()

function Trouble({field, title}: {field: DeviceFieldRef; title: string}) {
  const message = useSelector(field, ({context}) => context.message)
  const theirs = useSelector(field, ({context}) => context.stored?.value ?? '')
  const isConflict = useSelector(field, s => s.matches('conflict'))
  return (
    <PlainDialog title={title} place="middle" onClose={() => field.send({type: 'cancelled'})}>
      <div className={dialog.dialog}>
        <FormMessage
          kind={isConflict ? 'noted' : 'failed'}
          message={isConflict ? conflictText(theirs) : (message ?? '')}
        />
        {isConflict && <LastChange field={field} />}
        <div className={dialog.buttons}>
          <Button
            variant="default"
            onClick={() => field.send(isConflict ? {type: 'theirs.taken'} : {type: 'cancelled'})}
          >
            {isConflict ? texts.devices.theirs : buttons.cancel}
          </Button>
          <Button data-autofocus onClick={() => field.send({type: 'confirmed'})}>
            {isConflict ? texts.devices.mine : buttons.retry}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}

function LastChange({field}: {field: DeviceFieldRef}) {
  const change = useSelector(field, ({context}) => context.change)
  const {formats} = useApplication()
  if (change?.email == null) return null
  return <p>{texts.devices.lastChange(change.email, formats.time(change.at, 'minute'))}</p>
}

const conflictText = (theirs: string): string =>
  theirs === '' ? texts.devices.labelRemoved : texts.devices.conflict(theirs)
