import {Button, Checkbox, NativeSelect, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {CHATS, type ReachDraft} from '../../../domain/account/reach'
import type {ReachLogic, ReachRef} from '../../../machines/account/reach'
import {useHasAdditions} from '../../kit/application'
import {FormMessage} from '../../kit/form/FormMessage'
import {focusFirst} from '../../kit/form/fields'
import wide from '../../kit/form/WideForm.module.css'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {buttons, channelNames} from '../../kit/text/texts'
import styles from './ProfileScreen.module.css'
import {texts as all} from './texts'

const texts = all.reach

/** The channels by which the user is called while on call. */
export function Reach({logic}: {logic: ReachLogic}) {
  return useHasAdditions() ? <Known logic={logic} /> : null
}

function Known({logic}: {logic: ReachLogic}) {
  const reach = useActorRef(logic)
  const isForm = useSelector(reach, s => s.hasTag('form'))
  return (
    <section className={styles.preferences} aria-labelledby="reach">
      <h2 id="reach">{texts.heading}</h2>
      {isForm ? <Form reach={reach} /> : <Unread reach={reach} />}
    </section>
  )
}

function Unread({reach}: {reach: ReachRef}) {
  const message = useSelector(reach, ({context}) => context.message)
  const {isFailed, isRetrying} = useTried(
    useSelector(reach, s => s.matches('unread')),
    useSelector(reach, s => s.matches('reading')),
  )
  if (!isFailed) return <p className={styles.quiet}>{all.loading}</p>
  return (
    <p role="alert">
      {message}{' '}
      <RetryButton size="compact-sm" isBusy={isRetrying} onClick={() => reach.send({type: 'retry.requested'})} />
    </p>
  )
}

function Form({reach}: {reach: ReachRef}) {
  const draft = useSelector(reach, ({context}) => context.draft)
  const storedChat = useSelector(reach, ({context}) => context.stored.chat)
  const isSaving = useSelector(reach, s => s.matches('saving'))
  const isSaved = useSelector(reach, ({context}) => context.isSaved)
  const isUrlWrong = useSelector(reach, ({context}) => context.isUrlWrong)
  const message = useSelector(reach, ({context}) => context.message)
  const change = (changed: Partial<ReachDraft>) => reach.send({type: 'draft.changed', change: changed})

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    reach.send({type: 'save.requested'})
    if (reach.getSnapshot().context.isUrlWrong) focusFirst(event.currentTarget, ['url'])
  }

  const {email, push, chat, url} = draft
  const isNothing = !email && !push && chat === null
  return (
    <form onSubmit={save} className={styles.reach} aria-labelledby="reach" noValidate>
      {message !== null && <FormMessage kind="failed" message={message} />}
      <Checkbox
        label={texts.email}
        checked={email}
        onChange={({currentTarget}) => change({email: currentTarget.checked})}
      />
      <Checkbox
        label={texts.push}
        checked={push}
        onChange={({currentTarget}) => change({push: currentTarget.checked})}
      />
      <div className={wide.fields}>
        <NativeSelect
          label={texts.chat}
          value={chat ?? ''}
          data={[{value: '', label: texts.noChat}, ...CHATS.map(kind => ({value: kind, label: channelNames[kind]}))]}
          onChange={({currentTarget: {value}}) => change({chat: CHATS.find(known => known === value) ?? null, url: ''})}
        />
        {chat !== null && (
          <TextInput
            name="url"
            label={texts.url}
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={storedChat === chat ? texts.stored : ''}
            error={isUrlWrong && texts.wrongUrl}
            onChange={({currentTarget}) => change({url: currentTarget.value})}
          />
        )}
      </div>
      <p className={styles.quiet}>{isNothing ? texts.nothing : texts.hint}</p>
      <div className={styles.reachActions}>
        <Button type="submit" size="sm" aria-disabled={isSaving} aria-busy={isSaving}>
          {isSaving ? buttons.saving : texts.save}
        </Button>
        <span role="status" className={styles.quiet}>
          {isSaved && texts.saved}
        </span>
      </div>
    </form>
  )
}
