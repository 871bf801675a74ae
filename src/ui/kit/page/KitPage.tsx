import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useApplication} from '../application'
import {PageHeader} from '../PageHeader'
import {Foundations} from './Foundations'
import styles from './KitPage.module.css'
import {Parts} from './Parts'

/** Shows what screens are made of, to those who build them. It is not part of the product, and only speaks English. */
export function KitPage() {
  const {preferences} = useApplication()
  const density = useSelector(preferences, ({context}) => context.preferences.density)
  const other = density === 'compact' ? 'comfortable' : 'compact'
  return (
    <div className={styles.page}>
      <PageHeader
        title="Kit"
        crumbs={[{to: '/dashboard', label: 'Dashboard'}]}
        mark={<span className={styles.dim}>{density}</span>}
        actions={
          <Button
            variant="default"
            onClick={() => preferences.send({type: 'preferences.changed', change: {density: other}})}
          >
            Make it {other}
          </Button>
        }
      />
      <Foundations />
      <Parts />
    </div>
  )
}
