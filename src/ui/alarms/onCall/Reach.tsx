import {coloursOf, type NamedRota, type Person} from '../../../domain/alarms/onCall'
import {useApplication} from '../../kit/application'
import {personStyle} from './Calendar'
import calendar from './Calendar.module.css'
import styles from './OnCall.module.css'
import {texts} from './texts'

/** The people of a rota with their colours, and by what each is reached. */
export function Reach({rota, people}: {rota: NamedRota; people: readonly Person[]}) {
  const {formats} = useApplication()
  const written = ({name, isPresent, pushBrowsers = 0}: Person) => {
    if (!isPresent) return texts.reach.none(name)
    return pushBrowsers === 0 ? texts.reach.mail(name) : texts.reach.push(name, formats.exact(pushBrowsers))
  }
  return (
    <ul className={styles.list} aria-label={texts.reach.title}>
      {[...coloursOf(rota)].flatMap(([id, colour]) => {
        const person = people.find(person => person.id === id)
        if (person === undefined) return []
        return (
          <li key={id} className={styles.actions}>
            <i className={calendar.swatch} style={personStyle(colour)} aria-hidden="true" />
            {written(person)}
          </li>
        )
      })}
    </ul>
  )
}
