"""The executor ``ray``: trials on the nodes of a Ray cluster, on this machine or on others.

``_executor`` connects, and ``_pool`` runs the trials of a job. ``_members`` counts the job's nodes, ``_trials`` places
trials by ``_placement`` and takes over their folders, and ``_node`` runs them: an actor for each node, with a thread
for each trial. Ray starts the actors, carries messages and reports which nodes are alive. It places no trials: their
number would burden it, and the driver decides their order.
"""

from headwater.jobs.executors.ray._executor import RayExecutor

__all__ = ["RayExecutor"]
