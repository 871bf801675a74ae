import {walkRoom} from '../support/gallery'

walkRoom('wall')
