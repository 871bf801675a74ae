import {walkRoom} from '../support/gallery'

walkRoom('security')
