import {Button, NativeSelect, Textarea, TextInput} from '@mantine/core'
import {type ChannelField, channelFields, LISTED_KINDS, type ListedKind} from '../../../../contract/rules/targets'
import {type ChannelDraft, newChannel} from '../../../domain/console/alarmRoutes/channels'
import type {RouteProblems} from '../../../domain/console/alarmRoutes/draft'
import type {TargetDraft} from '../../../domain/console/alarmRoutes/targets'
import {channelNames} from '../../kit/text/texts'
import styles from './Notifications.module.css'
import {SecretInput} from './SecretInput'
import {texts as allTexts} from './texts'

const texts = allTexts.form

export interface TargetFieldsProps {
  target: TargetDraft
  /** Appended to the names of the fields; empty for the first recipients. */
  suffix: '' | `-${number}`
  problems: RouteProblems
  isBusy: boolean
  onChanged: (change: Partial<TargetDraft>) => void
}

/** The channels of a step that are added one by one. */
export function Channels({target: {channels}, suffix, problems, isBusy, onChanged}: TargetFieldsProps) {
  const change = (at: number, values: ChannelDraft['values']) =>
    onChanged({channels: channels.map((known, place) => (place === at ? {...known, values} : known))})
  return (
    <>
      {channels.map((channel, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a channel has no name but its place
        <fieldset key={`${at} ${channel.kind}`} className={styles.escalation}>
          <legend>{channelNames[channel.kind]}</legend>
          <p className={styles.note}>{allTexts.channelHints[channel.kind]}</p>
          <div className={styles.fields}>
            {channelFields(channel.kind).map(field => (
              <Field
                key={field.name}
                field={field}
                isBusy={isBusy}
                kind={channel.kind}
                name={`channel-${at}-${field.name}${suffix}`}
                value={channel.values[field.name] ?? ''}
                stored={channel.stored[field.name] ?? ''}
                error={problems[`channel-${at}-${field.name}${suffix}`]}
                onTyped={value => change(at, {...channel.values, [field.name]: value})}
              />
            ))}
          </div>
          <Button
            size="xs"
            variant="default"
            className={styles.add ?? ''}
            disabled={isBusy}
            aria-label={texts.removeChannelOf(channelNames[channel.kind])}
            onClick={() => onChanged({channels: channels.filter((_, place) => place !== at)})}
          >
            {texts.removeChannel}
          </Button>
        </fieldset>
      ))}
      <NativeSelect
        className={styles.minutes}
        name={`channel${suffix}`}
        label={texts.addChannel}
        value=""
        disabled={isBusy}
        data={[
          {value: '', label: texts.chooseChannel},
          ...LISTED_KINDS.map(kind => ({value: kind, label: channelNames[kind]})),
        ]}
        onChange={({currentTarget: {value}}) => {
          const kind = LISTED_KINDS.find(known => known === value)
          if (kind !== undefined) onChanged({channels: [...channels, newChannel(kind)]})
        }}
      />
    </>
  )
}

interface FieldProps {
  field: ChannelField
  kind: ListedKind
  name: string
  value: string
  stored: string
  error: string | undefined
  isBusy: boolean
  onTyped: (value: string) => void
}

function Field({field, kind, name, value, stored, error, isBusy, onTyped}: FieldProps) {
  const {isRequired, isSecret} = field
  const named = {name, value, error, label: labelOf(field, kind), required: isRequired, readOnly: isBusy}
  if (isSecret) return <SecretInput {...named} stored={stored} isLong={field.name === 'headers'} onTyped={onTyped} />
  const shared = {
    ...named,
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({currentTarget}: {currentTarget: {value: string}}) => onTyped(currentTarget.value),
  }
  if (field.name === 'body') return <Textarea {...shared} rows={4} autosize={false} />
  if (field.name === 'method') return <NativeSelect {...shared} disabled={isBusy} data={['POST', 'PUT']} />
  return <TextInput {...shared} {...(field.name === 'url' && {inputMode: 'url', placeholder: EXAMPLES[kind]})} />
}

/** Addresses in the form that each service gives them. */
const EXAMPLES: Partial<Record<ListedKind, string>> = {
  slack: 'https://hooks.slack.com/services/T000/B000/XXXX',
  teams: 'https://prod-00.westeurope.logic.azure.com/workflows/…',
  discord: 'https://discord.com/api/webhooks/000/XXXX',
  ntfy: 'https://ntfy.sh',
  gotify: 'https://gotify.example.com',
  matrix: 'https://matrix.example.com',
  alertmanager: 'https://alerts.example.com/webhook',
  http: 'https://gateway.example.com/sms',
}

/** An optional address is that of another server. */
function labelOf({name, isRequired}: ChannelField, kind: ListedKind): string {
  const labels: Readonly<Record<string, string>> = texts.channel
  if (name === 'url' && !isRequired) return texts.channel.server
  if (name === 'token' && kind === 'telegram') return texts.channel.botToken
  return labels[name] ?? name
}
