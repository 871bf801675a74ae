import {Switch} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useId} from 'react'
import {keyGroups} from '../kit/keys'
import {PlainDialog} from '../kit/PlainDialog'
import styles from './KeysDialog.module.css'
import {useShell} from './shellLogic'
import {texts} from './texts'

/** Lists every key, and switches single letters off for those who press them unintentionally. */
export function KeysDialog() {
  const {shell} = useShell()
  return useSelector(shell, snapshot => snapshot.matches('helping')) && <Keys />
}

function Keys() {
  const {shell} = useShell()
  const hintId = useId()
  const areLettersOn = useSelector(shell, ({context}) => context.chosen.letters === 'heard')
  return (
    <PlainDialog title={texts.keys.heading} place="middle" onClose={() => shell.send({type: 'help.closed'})}>
      <div className={styles.groups}>
        {keyGroups().map(({name, lines}) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.name}>{name}</h3>
            <dl className={styles.lines}>
              {lines.map(({keys, does}) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map(key => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={texts.keys.letters}
        aria-describedby={hintId}
        checked={areLettersOn}
        onChange={() => shell.send({type: 'letters.switched'})}
      />
      <p id={hintId} className={styles.hint}>
        {texts.keys.lettersHint}
      </p>
    </PlainDialog>
  )
}
