import {walkRoom} from '../../support/gallery'

walkRoom('alarms/lists')
