"""The executor ``ray``: trials on the nodes of a Ray cluster, on this machine or on others.

``_executor`` connects, ``_pool`` places trials by ``_placement`` and takes their folders over, and ``_node`` runs them:
an actor for each node, with a thread for each trial. Ray itself starts the actors, carries messages and says which
nodes are there; it places no trials, whose number would burden it, and whose order is the driver's.
"""

from headwater.jobs.executors.ray._executor import RayExecutor

__all__ = ["RayExecutor"]
