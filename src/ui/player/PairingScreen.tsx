import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import type {PairingRef, PairingSnapshot} from '../../machines/player/pairing'
import {Logo} from '../shell/Logo'
import css from './PairingScreen.module.css'
import {texts} from './texts'

interface Props {
  pairing: PairingRef
  /** Another screen has taken the place of this one. */
  isReplaced: boolean
}

/** Shows the code that is to be typed in elsewhere, in letters that can be read from the other side of a room. */
export function PairingScreen({pairing, isReplaced}: Props) {
  const code = useSelector(pairing, codeOf)
  const isUnanswered = useSelector(pairing, isCodeUnanswered)
  const word = useSelector(pairing, tokenWord)
  return (
    <div className={css.pairing}>
      <Logo />
      <h1>{texts.pairing.title}</h1>
      {isReplaced && <p>{texts.pairing.replaced}</p>}
      <p className={css.code} role="status">
        {code ?? (isUnanswered ? texts.pairing.unanswered : texts.pairing.asking)}
      </p>
      {code !== null && <p>{texts.pairing.where}</p>}
      <form className={css.token} onSubmit={submitTo(pairing)}>
        <label htmlFor="token">{texts.pairing.token}</label>
        <div>
          <input id="token" name="token" autoComplete="off" spellCheck={false} aria-describedby="token-word" required />
          <button type="submit">{texts.pairing.use}</button>
        </div>
        <p id="token-word" role="status">
          {word === 'awaited' ? null : texts.pairing[word]}
        </p>
      </form>
    </div>
  )
}

const submitTo = (pairing: PairingRef) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  const token = String(new FormData(event.currentTarget).get('token') ?? '').trim()
  if (token !== '') pairing.send({type: 'token.typed', token})
}

const codeOf = (snapshot: PairingSnapshot) => snapshot.context.code?.code ?? null
const isCodeUnanswered = (snapshot: PairingSnapshot) => snapshot.matches({open: {code: 'unanswered'}})
const tokenWord = (snapshot: PairingSnapshot) =>
  (['checking', 'refused', 'unchecked'] as const).find(word => snapshot.matches({open: {token: word}})) ?? 'awaited'
