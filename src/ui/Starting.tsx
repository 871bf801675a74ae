import {TITLE} from '../../contract/limits'
import {Logo} from './shell/Logo'
import {texts} from './texts'

/** Draws on what `index.html` has drawn before the scripts were there, by its styles, so that nothing moves. */
export function Starting() {
  return (
    <main className="starting">
      <Logo />
      <b>{TITLE}</b>
      <p role="status">{texts.loading}</p>
    </main>
  )
}
