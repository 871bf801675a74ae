import {IconSearch} from '../../kit/mark/icons'
import {useShell} from '../shellLogic'
import {texts} from '../texts'
import styles from './FindButton.module.css'

/** Opens the palette, and tells the key that opens it as well. */
export function FindButton() {
  const {shell} = useShell()
  return (
    <button
      type="button"
      className={styles.button}
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
      onClick={() => shell.send({type: 'palette.requested'})}
    >
      <IconSearch size={16} />
      <span className={styles.word}>{texts.find}</span>
      <span className={styles.key} aria-hidden="true">
        Ctrl K
      </span>
    </button>
  )
}
