import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {profileProblems, shownProfile} from '../../../domain/account/profile'
import type {ProfileRef} from '../../../machines/account/profile'
import {FormMessage} from '../../kit/form/FormMessage'
import {focusFirst} from '../../kit/form/fields'
import wide from '../../kit/form/WideForm.module.css'
import {buttons} from '../../kit/text/texts'
import {ProfileFields} from './ProfileFields'
import styles from './ProfileScreen.module.css'
import {texts} from './texts'

export function ProfileForm({profile}: {profile: ProfileRef}) {
  const isNew = useSelector(profile, s => s.matches('creating'))
  const isDraft = useSelector(profile, ({context}) => context.draft !== null)
  const canSave = useSelector(profile, s => s.can({type: 'save.requested'}))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    profile.send({type: 'save.requested'})
    focusFirst(event.currentTarget, Object.keys(profileProblems(shownProfile(profile.getSnapshot().context))))
  }

  return (
    <form onSubmit={submit} className={wide.form} aria-label={texts.heading} noValidate>
      {isNew && <p className={styles.quiet}>{texts.create}</p>}
      <Outcome profile={profile} />
      <ProfileFields profile={profile} />
      <div className={wide.buttons}>
        <Button type="submit" aria-disabled={!canSave} aria-busy={!canSave}>
          {canSave ? buttons.save : buttons.saving}
        </Button>
        {isDraft && canSave && (
          <>
            <Button variant="default" onClick={() => profile.send({type: 'discard.requested'})}>
              {texts.discard}
            </Button>
            <span className={styles.quiet}>{texts.unsaved}</span>
          </>
        )}
      </div>
    </form>
  )
}

function Outcome({profile}: {profile: ProfileRef}) {
  const message = useSelector(profile, ({context}) => context.message)
  const hint = useSelector(profile, ({context}) => context.hint)
  const attempts = useSelector(profile, ({context}) => context.attempts)
  const isJustSaved = useSelector(profile, ({context}) => context.isJustSaved)
  if (message !== null) return <FormMessage key={attempts} kind="failed" message={message} hint={hint} />
  return isJustSaved ? <FormMessage kind="done" message={texts.saved} /> : null
}
